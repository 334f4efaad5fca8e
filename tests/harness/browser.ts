import { existsSync } from 'node:fs';

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The Chromium of this machine; undefined when there is none. */
export const BROWSER = BROWSERS.find(existsSync);

/** The reason to skip a test that needs a browser; false where there is one. */
export const noBrowser: string | false =
  BROWSER === undefined && `no Chromium found: ${BROWSERS.join(', ')}; Debian's package is called chromium`;
