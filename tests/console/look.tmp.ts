import { openConsole, startBrowser } from '/work/wt/fconsole/tests/harness/console.ts';
import { startFleet } from '/work/wt/fconsole/tests/harness/start-fleet.ts';

const paths = process.argv.slice(2);
await using fleet = await startFleet({ worlds: 2 });
await using browser = await startBrowser();
for (const raw of paths.length ? paths : ['/'])
  for (const [size, theme] of [
    ['desktop', 'light'],
    ['phone', 'dark'],
    ['desktop', 'dark'],
    ['phone', 'light'],
  ] as const) {
    if (process.env.ONE && !(size === 'desktop' && theme === 'light')) continue;
    const path = raw.replace('KEY', fleet.worlds[0]!.key);
    await using tab = await openConsole(
      browser,
      { url: fleet.gateway.url, token: fleet.gateway.token },
      { size, theme },
    );
    await tab.open(path);
    await tab.page.waitForTimeout(1500);
    await tab.screenshot(`fl${path.replaceAll(/[/?=]/g, '_').slice(0, 30)}-${theme}-${size}`);
    try {
      await tab.assertSound();
      await tab.assertAccessible();
    } catch (e) {
      console.log(path, size, theme, String(e).slice(0, 1500));
    }
  }
