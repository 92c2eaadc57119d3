// What the page itself says (the client's words, not the bot's), by the person's language.

const ENGLISH = {
  channels: "Channels", threads: "Threads", archived: "archived", people: "People", you: "you", bot: "BOT", online: "online", offline: "offline",
  switchTo: (name) => `Be ${name}`, openTab: (name) => `Open ${name} in a new tab`, addPerson: "Add a person", addHint: "Somebody else who sits at this page. Each person sees only what that person may see.",
  name: "Name", language: "Language", add: "Add", cancel: "Cancel", close: "Close", submit: "Submit", done: "Done",
  youAre: (name) => `You are ${name}. Change person`, peopleHint: "Be somebody else here, or open them in a new tab and play both sides.",
  openChannels: "Channels", light: "Light theme", dark: "Dark theme",
  message: (channel) => `Message #${channel}`, placeholder: (channel) => `Message #${channel} or type /`, send: "Send", commands: "Commands", noCommands: "The bot has no commands here yet.",
  locked: "This thread is locked.", archivedNote: "This thread is archived. Writing in it opens it again.",
  onlyYou: "Only you can see this", dismiss: "Dismiss message", edited: "(edited)", thinking: (name) => `${name} is thinking…`,
  used: "used", started: "started a thread:", clicked: "pressed a button", replied: "answering", sending: "Sending command…", 
  failed: "This interaction failed", silentApp: "The application did not respond", tryAgain: "Something went wrong. Try again.",
  today: (time) => `Today at ${time}`, yesterday: (time) => `Yesterday at ${time}`,
  welcome: (channel) => `Welcome to #${channel}!`, begin: "This is where it begins. Choose what to play, or type / to see everything the bot can do.", beginPlain: "Type / to see what the bot can do.", start: "Start a game", botAway: "The bot is offline. It answers as soon as it is back.",
  newMessages: "New messages", jump: "Jump to the newest", reconnecting: "Connection lost. Trying again…", unread: "unread", mentions: (n) => (n === 1 ? "1 mention" : `${n} mentions`),
  required: "required", optional: "optional", missing: (name) => `“${name}” is still missing.`, badChoice: (name) => `Choose one of the values offered for “${name}”.`, badNumber: (name) => `“${name}” takes a number.`, badRange: (name, low, high) => `“${name}” takes a number from ${low} to ${high}.`, badUser: (name) => `“${name}” takes one of the people here.`, badChannel: (name) => `“${name}” takes one of the channels here.`, badLength: (name) => `The text for “${name}” has not the right length.`, unknownOption: (text) => `“${text}” belongs to no option of this command.`,
  yes: "True", no: "False", choose: "Make a selection", chooseCount: (low, high) => (low === high ? `Choose ${low}` : `Choose ${low} to ${high}`), chosen: (n) => `${n} chosen`, nothing: "Nothing found", search: "Searching…", ready: "Ready to send", filling: "Optional:", 
  spoiler: "Spoiler: press to show", openPicture: "Enlarge picture", picture: "Picture", notHere: "Pictures from elsewhere are not loaded here", unknownPart: (type) => `A part of kind ${type} that this page cannot show`, deleted: "unknown", fieldRequired: "This is required.", noMessages: "No messages here yet.", loading: "Loading…", outOfReach: "The stand-in does not answer.",
};

const FRENCH = {
  channels: "Salons", threads: "Fils", archived: "archivé", people: "Personnes", you: "vous", bot: "BOT", online: "en ligne", offline: "hors ligne",
  switchTo: (name) => `Devenir ${name}`, openTab: (name) => `Ouvrir ${name} dans un nouvel onglet`, addPerson: "Ajouter une personne", addHint: "Quelqu’un d’autre devant cette page. Chacun ne voit que ce qu’il a le droit de voir.",
  name: "Nom", language: "Langue", add: "Ajouter", cancel: "Annuler", close: "Fermer", submit: "Envoyer", done: "Terminé",
  youAre: (name) => `Vous êtes ${name}. Changer de personne`, peopleHint: "Devenez quelqu’un d’autre, ou ouvrez un second onglet et jouez des deux côtés.",
  openChannels: "Salons", light: "Thème clair", dark: "Thème sombre",
  message: (channel) => `Écrire dans #${channel}`, placeholder: (channel) => `Écrire dans #${channel}, ou /`, send: "Envoyer", commands: "Commandes", noCommands: "Le bot n’a pas encore de commande ici.",
  locked: "Ce fil est verrouillé.", archivedNote: "Ce fil est archivé. Y écrire le rouvre.",
  onlyYou: "Vous seul pouvez voir ce message", dismiss: "Masquer le message", edited: "(modifié)", thinking: (name) => `${name} réfléchit…`,
  used: "a utilisé", started: "a ouvert un fil :", clicked: "a pressé un bouton", replied: "répond à", sending: "Envoi de la commande…",
  failed: "Échec de l’interaction", silentApp: "L’application ne répond plus", tryAgain: "Cela n’a pas marché. Réessayez.",
  today: (time) => `Aujourd’hui à ${time}`, yesterday: (time) => `Hier à ${time}`,
  welcome: (channel) => `Bienvenue dans #${channel} !`, begin: "Tout commence ici. Choisissez un jeu, ou tapez / pour voir ce que sait faire le bot.", beginPlain: "Tapez / pour voir ce que sait faire le bot.", start: "Commencer une partie", botAway: "Le bot est hors ligne. Il répondra dès son retour.",
  newMessages: "Nouveaux messages", jump: "Aller au plus récent", reconnecting: "Connexion perdue. Nouvel essai…", unread: "non lu", mentions: (n) => (n === 1 ? "1 mention" : `${n} mentions`),
  required: "obligatoire", optional: "facultatif", missing: (name) => `Il manque encore « ${name} ».`, badChoice: (name) => `Choisissez l’une des valeurs proposées pour « ${name} ».`, badNumber: (name) => `« ${name} » attend un nombre.`, badRange: (name, low, high) => `« ${name} » attend un nombre de ${low} à ${high}.`, badUser: (name) => `« ${name} » attend une personne d’ici.`, badChannel: (name) => `« ${name} » attend un salon d’ici.`, badLength: (name) => `Le texte de « ${name} » n’a pas la bonne longueur.`, unknownOption: (text) => `« ${text} » n’appartient à aucune option de cette commande.`,
  yes: "Vrai", no: "Faux", choose: "Faites un choix", chooseCount: (low, high) => (low === high ? `Choisissez-en ${low}` : `Choisissez-en de ${low} à ${high}`), chosen: (n) => (n > 1 ? `${n} choisis` : `${n} choisi`), nothing: "Rien trouvé", search: "Recherche…", ready: "Prêt à envoyer", filling: "Facultatif :",
  spoiler: "Texte caché : appuyez pour voir", openPicture: "Agrandir l’image", picture: "Image", notHere: "Les images venues d’ailleurs ne sont pas chargées ici", unknownPart: (type) => `Un élément de type ${type} que cette page ne sait pas montrer`, deleted: "inconnu", fieldRequired: "Ce champ est obligatoire.", noMessages: "Pas encore de message ici.", loading: "Chargement…", outOfReach: "La doublure ne répond pas.",
};

let current = ENGLISH;
let language = "en-US";

export function speak(locale) {
  language = locale || "en-US";
  current = language.startsWith("fr") ? FRENCH : ENGLISH;
  document.documentElement.lang = language;
}

export const locale = () => language;

/** "français" for "fr", in the language itself. */
export const tongue = (code) => new Intl.DisplayNames([code], { type: "language", languageDisplay: "standard" }).of(code.split("-")[0]);

/** The word for `key`, in the language of the person who looks. */
export function w(key, ...given) {
  const word = current[key];
  if (word === undefined) throw new Error(`no word for ${key}`);
  return typeof word === "function" ? word(...given) : word;
}

/** A command's or option's name or description as the person reads it. */
export function localised(thing, field) {
  const table = thing[`${field}_localizations`];
  return table?.[language] ?? table?.[language.split("-")[0]] ?? thing[field];
}
