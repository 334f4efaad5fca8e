import { place } from './navigation/place.ts';

/** The part of the Trusted Types interface that the page uses; TypeScript's DOM library does not know it yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string; createScriptURL(url: string): string },
  ): unknown;
}

/** The markup that Leaflet writes once, when it loads, to see whether the browser draws SVG. */
const ALLOWED = '<svg/>';

/** Where the build puts the programs of workers; while one works on the page, beside its sources. */
const WORKERS = `${place.prefix}/console/${import.meta.env.DEV ? '' : 'assets/'}`;

// The page's policy requires Trusted Types. Nothing else of ours or of a library may become markup.
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
trustedTypes?.createPolicy('default', {
  createHTML(text) {
    if (text !== ALLOWED) throw new TypeError('no text becomes markup in this page');
    return text;
  },
  createScriptURL(url) {
    const { origin, pathname } = new URL(url, location.href);
    if (origin !== location.origin || !pathname.startsWith(WORKERS))
      throw new TypeError('no program but the own ones runs in this page');
    return url;
  },
});
