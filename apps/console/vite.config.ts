import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { sharedChunks } from './build/chunks.ts';
import { gatewayPage } from './build/gateway-page.ts';
import { overviewAhead } from './build/overview-ahead.ts';
import { singleIcons } from './build/single-icons.ts';
import { slimContract } from './build/slim-contract.ts';

/** Below this many bytes a compressed form saves nothing. */
const MIN_BYTES = 1024;

/** Writes a `.br` and a `.gz` beside each file of text, so that the server compresses nothing. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir = '' }) {
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        const file = join(dir, name);
        if (!/\.(html|js|css|svg|json)$/.test(name) || statSync(file).size < MIN_BYTES) continue;
        const bytes = readFileSync(file);
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

/** The server of `npm start`, for `npx vite` while one works on the page; with PALATINE_GATEWAY=1 it is a gateway. */
const SERVICE = process.env.PALATINE_URL ?? 'http://127.0.0.1:17993';

export default defineConfig(({ command }) => ({
  base: command === 'build' ? './' : '/console/', // a proxy may put something before it
  build: {
    target: 'es2023',
    // Rules stay nested, which is smaller: browsers without that lack Map.groupBy or AbortSignal.any too.
    cssTarget: ['chrome120', 'firefox124', 'safari17.4'],
    modulePreload: { polyfill: false },
    manifest: true, // for the test of sizes; it is not served
    assetsInlineLimit: 0, // the page's policy forbids data: URLs
    // Base UI marks files for servers that render React; here the marks mean nothing.
    rolldownOptions: {
      onLog(level, log, handler) {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handler(level, log);
      },
      output: { codeSplitting: { groups: sharedChunks() } },
    },
  },
  server: { proxy: { '/v1': SERVICE, '/worlds': SERVICE, '/console/operator': SERVICE } },
  plugins: [
    singleIcons(),
    slimContract(),
    overviewAhead(),
    gatewayPage(process.env.PALATINE_GATEWAY === '1'),
    compressed(),
  ],
}));
