// Before the first paint: the page in the theme that was chosen. src/data/preferences.ts does the rest.
(() => {
  let chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem('palatine.preferences')) ?? {};
  } catch {} // nothing that can be read is kept: the theme of the system
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const { theme } = chosen;
  document.documentElement.dataset.theme = theme === 'dark' || theme === 'light' ? theme : system;
})();

// While the scripts load: who is signed in, and the world as soon as the token is known to see it. src/session/session.ts
// takes the answers. A page of a fleet as a whole has neither.
(() => {
  const prefix = new URL(document.currentScript.src).pathname.replace(/\/console\/[^/]*$/, '');
  const world = /^\/console(\/w\/[\da-f]{32})(?=\/|$)/.exec(location.pathname.slice(prefix.length))?.[1];
  const isGateway = document.documentElement.dataset.server === 'gateway';
  const token = sessionStorage.getItem(`palatine.token${prefix}`);
  if (token === null || (isGateway && world === undefined)) return;
  const api = prefix + (isGateway ? world.replace('/w/', '/worlds/') : '') + '/v1/palatine/';
  const request = (name) =>
    fetch(api + name, { headers: { authorization: `Bearer ${token}` }, redirect: 'manual' });
  const seesWorld = (held) => ['*', 'Palatine.*', 'Palatine.World.*', 'Palatine.World.Read'].includes(held);
  const session = request('session');
  const worldAnswer = session
    .then((answer) => answer.clone().json())
    .then(({ Token }) => (Token.Permissions.some(seesWorld) ? request('world') : undefined))
    .catch(() => undefined); // it is asked for again
  const target = location.origin + api;
  globalThis.palatineStarted = new Map([
    [`${target}session`, session],
    [`${target}world`, worldAnswer],
  ]);
})();
