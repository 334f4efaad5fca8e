// The code of a sign-in link is a secret. This module loads before all others, so that none finds it in the address and
// no entry of the history keeps it.

const codeIn = (hash: string | undefined) => /^#code=([\w-]{1,128})/.exec(hash ?? '')?.[1];

let code = codeIn(globalThis.location?.hash);
if (code !== undefined) history.replaceState(history.state, '', location.pathname + location.search);

/** The code with which the page was opened, once. */
export function takeLinkCode(): string | undefined {
  const taken = code;
  code = undefined;
  return taken;
}

// A link that is pasted into a tab with the console does not load the page.
globalThis.addEventListener?.('hashchange', () => {
  if (codeIn(location.hash) !== undefined) location.reload();
});
