// The line to the server: JSON over HTTP, and a websocket that finds its way back.

export class Refused extends Error {}

async function read(answer) {
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(body.error ?? `${answer.status} ${answer.statusText}`);
  return body;
}

export async function get(path, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  return read(await fetch(`${path}?${new URLSearchParams(given)}`, { cache: "no-store" }));
}

export async function post(path, body) {
  const headers = { "Content-Type": "application/json" };
  return read(await fetch(path, { method: "POST", headers, body: JSON.stringify(body) }));
}

export const nonce = () =>
  `${Date.now()}${Math.floor(Math.random() * 1e6)
    .toString()
    .padStart(6, "0")}`;

/**
 * One person's stream of events. `onOpen` is called at each (re)connection, so that what
 * was missed in between can be fetched.
 */
export class Line {
  constructor(user, { onOpen, onEvent, onLost }) {
    Object.assign(this, { user, onOpen, onEvent, onLost, tries: 0, closed: false });
    this.wake = () => this.hurry();
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(
      `${scheme}://${location.host}/world/events?${new URLSearchParams({ user: this.user })}`,
    );
    this.socket.addEventListener("open", () => {
      this.tries = 0;
      if (!this.closed) this.onOpen();
    });
    this.socket.addEventListener("message", ({ data }) => {
      if (!this.closed) this.onEvent(JSON.parse(data));
    });
    this.socket.addEventListener("close", () => {
      if (this.closed) return;
      this.onLost();
      this.timer = setTimeout(() => this.connect(), Math.min(5000, 250 * 2 ** this.tries++));
    });
  }

  /** A phone that wakes up should not wait for the next try. */
  hurry() {
    if (this.closed || document.hidden || this.socket.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.timer);
    this.connect();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket.close();
  }
}
