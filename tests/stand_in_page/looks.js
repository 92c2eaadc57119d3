// What is wrong with the messages on the page, as far as a program can tell: a list of sentences.
// Of everything in them: nothing is wider than the page or cut off, every picture is there and has
// its words, controls can be hit with a thumb, and text stands out from what is behind it.
(phone) => {
  const faults = [];
  const say = (element, what) =>
    faults.push(`${what}: <${element.className}> ${element.textContent.trim().slice(0, 60)}`);
  const width = document.documentElement.clientWidth;
  const root = document.querySelector("#inner");
  if (document.documentElement.scrollWidth > width) faults.push("the page is too wide");

  for (const element of root.querySelectorAll(".message *")) {
    const box = element.getBoundingClientRect();
    if (!box.width || element.closest(".sr")) continue;
    if (box.right > width + 0.5 && !element.closest("pre")) say(element, "beyond the edge");
    const style = getComputedStyle(element);
    const hides = style.overflowX !== "visible" || style.textOverflow === "ellipsis";
    if (hides && element.scrollWidth > element.clientWidth + 1) say(element, "cut off");
  }

  for (const image of root.querySelectorAll("img")) {
    if (!image.complete || !image.naturalWidth) say(image, `no picture ${image.src}`);
    if (!image.alt.trim()) say(image, `no words for ${image.src}`);
  }

  for (const control of root.querySelectorAll(".btn, .select")) {
    const box = control.getBoundingClientRect();
    if (!box.width) continue;
    if (phone && (box.height < 44 || box.width < 44)) say(control, "too small for a thumb");
    const name = control.getAttribute("aria-label") ?? control.textContent;
    if (!/[\p{L}\p{N}]/u.test(name)) say(control, "no name");
  }

  for (const theme of ["light", "dark"]) {
    document.documentElement.dataset.theme = theme;
    const seen = new Set();
    for (const element of root.querySelectorAll(".message *")) {
      const own = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.data.trim(),
      );
      if (!own || element.closest(":disabled, .sr, .side-time, .avatar")) continue;
      const size = parseFloat(getComputedStyle(element).fontSize);
      const [ink, paper] = [over(element, "color"), behind(element)];
      const key = `${ink} ${paper}`;
      const needed = size >= 24 ? 3 : 4.5;
      if (!seen.has(key) && contrast(ink, paper) < needed) {
        seen.add(key);
        say(element, `contrast ${contrast(ink, paper).toFixed(2)} in ${theme}`);
      }
    }
  }
  return faults;

  /** Red, green, blue and alpha of a colour that the browser worked out. */
  function parts(colour) {
    const numbers = colour.match(/[\d.]+%?/g).map(parseFloat);
    return colour.startsWith("color(")
      ? [...numbers.slice(0, 3).map((n) => n * 255), numbers[3] ?? 1]
      : [numbers[0], numbers[1], numbers[2], numbers[3] ?? 1];
  }

  /** What is seen behind an element: its own background over all those around it. */
  function behind(element) {
    const layers = [];
    for (let one = element; one; one = one.parentElement) {
      layers.push(parts(getComputedStyle(one).backgroundColor));
      if (layers.at(-1)[3] === 1) break;
    }
    return layers.reduceRight((under, layer) => mix(layer, under), [255, 255, 255]);
  }

  function over(element, name) {
    return mix(parts(getComputedStyle(element)[name]), behind(element));
  }

  function mix([r, g, b, alpha], under) {
    return [r, g, b].map((value, n) => value * alpha + under[n] * (1 - alpha));
  }

  function light(colour) {
    const [r, g, b] = colour.map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }

  function contrast(one, other) {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  }
};
