import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/** Tiny scripts that the frame and the overview wait for. */
const FRAME = ['shell/App.tsx', 'overview/OverviewPage.tsx'];

/** The other scripts of the overview. Discovered one by one, each would cost another round trip. */
const PARTS = ['overview/parts.ts', 'shell/parts.ts', 'texts/en/rest.ts'];

/** Preloads the scripts of the overview, and everything they import, together with the first script. */
export function overviewAhead(): Plugin {
  return {
    name: 'overview-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => (bundle === undefined ? [] : linksTo(bundle, html)),
    },
  };
}

function linksTo(bundle: Rolldown.OutputBundle, html: string): HtmlTagDescriptor[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const chunkOf = (part: string): Rolldown.OutputChunk => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/${part}`));
    if (chunk === undefined) throw new Error(`the build has no ${part}`);
    return chunk;
  };
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const add = ({ fileName, imports, viteMetadata }: Rolldown.OutputChunk): void => {
    if (scripts.has(fileName)) return;
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) add(chunk);
    scripts.add(fileName);
    for (const style of viteMetadata?.importedCss ?? []) styles.add(style);
  };
  const link = (file: string, attrs: Record<string, string>): HtmlTagDescriptor => ({
    tag: 'link',
    attrs: { ...attrs, crossorigin: true, href: `./${file}` },
    injectTo: 'head',
  });
  const frame = FRAME.map((part) => link(chunkOf(part).fileName, { rel: 'modulepreload' }));
  for (const part of PARTS) add(chunkOf(part));
  const low = { fetchpriority: 'low' }; // the session is asked for before them
  return [
    ...frame,
    ...[...scripts].map((file) => link(file, { rel: 'modulepreload', ...low })),
    ...[...styles].map((file) => link(file, { rel: 'preload', as: 'style', ...low })),
  ].filter(({ attrs }) => !html.includes(`"${String(attrs?.href)}"`));
}
