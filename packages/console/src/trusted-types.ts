/** The part of the Trusted Types interface that the page uses; TypeScript's DOM library does not know it yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(text: string): string }): unknown;
}

/** What Leaflet writes once, when it loads, to see whether the browser draws SVG. */
const ALLOWED = '<svg/>';

// The page's policy requires Trusted Types. Nothing else of ours or of a library may become markup.
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
trustedTypes?.createPolicy('default', {
  createHTML(text) {
    if (text !== ALLOWED) throw new TypeError('no text becomes markup in this page');
    return text;
  },
});
