/** The reference page. `folder`: that of its files, seen from its address, before which a proxy may put a prefix. */
export const docsPage = (folder: 'docs/' | './') => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Palatine API</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${folder}page.css" />
  </head>
  <body>
    <noscript>This page needs JavaScript; the document it shows is <a href="${folder}../openapi.json">openapi.json</a>.</noscript>
    <div id="app"></div>
    <script src="${folder}storage.js"></script>
    <script src="${folder}scalar.js"></script>
    <script src="${folder}start.js"></script>
  </body>
</html>
`;

/** Scalar's settings: nothing that calls out, nothing that asks for an account. */
const SETTINGS = {
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  externalUrls: { dashboardUrl: '', registryUrl: '', proxyUrl: '', apiBaseUrl: '' },
  persistAuth: true, // in the storage of the tab, see STORAGE_SCRIPT
  authentication: { preferredSecurityScheme: 'bearer' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  documentDownloadType: 'json',
};

/**
 * Scalar keeps what is typed, the token among it, in `localStorage`, where it stays for ever. On this page that name is
 * the storage of the tab, which outlives a reload and goes with the tab. Runs before Scalar, which looks once.
 */
const STORAGE_SCRIPT = `Object.defineProperty(window, 'localStorage', { value: window.sessionStorage });\n`;

/** A deep link moves the focus to a whole section: a frame around it says nothing. Fields and buttons keep theirs. */
const PAGE_STYLE = `body { margin: 0; }
section:focus-visible, [id]:not(a, button, input, select, textarea, [role]):focus-visible { outline: none !important; }
`;

/** Starts Scalar on the page. Not inline, because the policy forbids inline scripts. */
const START_SCRIPT = `Scalar.createApiReference('#app', {
  ...${JSON.stringify(SETTINGS)},
  url: new URL('../openapi.json', document.currentScript.src).href,
  baseServerURL: new URL('..', document.currentScript.src).href,
});\n`;

/** The files of the page, by their names in its folder. */
export const PAGE_FILES = {
  'start.js': START_SCRIPT,
  'storage.js': STORAGE_SCRIPT,
  'page.css': PAGE_STYLE,
} as const;

/** Scalar sets its styles in the page, hence the one 'unsafe-inline'. */
export const PAGE_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
