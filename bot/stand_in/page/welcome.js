// What an empty channel says: how to begin, with the games that the bot's own commands name.

import { el, icon } from "./dom.js";
import { commandLeaves, fill, runNow } from "./composer.js";
import { here, world } from "./world.js";
import { localised, w } from "./words.js";

const PLAY = "play";

/** The first command called play, and the option whose choices say what can be played. */
function games() {
  const leaf = commandLeaves().find((one) => one.path.at(-1) === PLAY);
  if (!leaf) return { leaf: null, option: null, others: false };
  const withChoices = leaf.options.filter((option) => option.choices?.length);
  const option = withChoices.find((one) => one.required) ?? withChoices[0] ?? null;
  const others = leaf.options.some((one) => one.required && one !== option);
  return { leaf, option, others };
}

export function welcome() {
  const { leaf, option, others } = games();
  const quick =
    option && !others ? option.choices.map((choice) => quickButton(leaf, option, choice)) : [];
  return el(
    "section",
    { id: "welcome", "aria-label": w("welcome", here()?.name ?? "") },
    el("div", { class: "welcome-sign" }, icon("hash", 40)),
    el("h2", { text: w("welcome", here()?.name ?? "") }),
    el("p", { class: "muted", text: leaf ? w("begin") : w("beginPlain") }),
    world.bot && !world.bot.online
      ? el("p", { class: "failure" }, icon("warn", 16), w("botAway"))
      : null,
    leaf
      ? el(
          "div",
          { class: "welcome-acts" },
          el(
            "button",
            { class: "btn btn-1 btn-big", type: "button", on: { click: () => fill(leaf) } },
            w("start"),
          ),
        )
      : null,
    quick.length ? el("div", { class: "quick" }, quick) : null,
  );
}

function quickButton(leaf, option, choice) {
  const name = localised(choice, "name");
  const line = `${leaf.shown} ${localised(option, "name")}:${name}`;
  return el(
    "button",
    {
      class: "quick-one",
      type: "button",
      on: { click: () => runNow(leaf, { [option.name]: choice.value }, line) },
    },
    el("span", { class: "muted", text: `${leaf.shown} ` }),
    el("strong", { text: name }),
  );
}
