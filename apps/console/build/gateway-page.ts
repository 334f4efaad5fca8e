import type { Plugin } from 'vite';

/** The server's facts in the page of a gateway; `src/navigation/place.ts` reads them. */
const MARK = '<html data-server="gateway" ';

/**
 * Writes the page a second time, for gateways: the same but for a mark that says who serves it. So neither page asks
 * its server for that. `served`: the page of `npx vite` is the one of a gateway.
 */
export function gatewayPage(served: boolean): Plugin {
  return {
    name: 'gateway-page',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { server }) => (server && served ? marked(html) : html),
    },
    generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('the build has no page');
      this.emitFile({ type: 'asset', fileName: 'gateway.html', source: marked(String(page.source)) });
    },
  };
}

function marked(html: string): string {
  if (!html.includes('<html ')) throw new Error('the page does not begin as expected');
  return html.replace('<html ', MARK);
}
