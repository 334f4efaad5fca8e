import { startFleet } from '../harness/start-fleet.ts';
import { openConsole, startBrowser } from '../harness/console.ts';
const paths = process.argv.slice(2);
await using fleet = await startFleet({ worlds: 2 });
await fleet.gateway.fetch('/v1/fleet/lists/main', { method: 'PUT', body: JSON.stringify({ Kind: 'Ban', Title: 'Cheaters', Adopt: 'Offer' }) });
for (let i = 0; i < 5; i++) await fleet.gateway.fetch('/v1/fleet/lists/main/bans', { method: 'POST', body: JSON.stringify({ UserId: `steam_7656119000000000${i}`, Reason: 'speed hack', ...(i===2 && {Expires: '2030-01-01T00:00:00Z'}) }) });
await fleet.gateway.fetch('/v1/fleet/lists/main/bans/steam_76561190000000001', { method: 'DELETE' });
await fleet.gateway.fetch('/v1/fleet/tokens', { method: 'POST', body: JSON.stringify({ Name: 'Shop', Permissions: ['REST.Items.*','Palatine.Players.Read','Palatine.Fleet.Worlds.Read'], Worlds: ['*'] }) });
const w = fleet.worlds[0]!;
await fleet.gateway.fetch(`/worlds/${w.key}/v1/pdapi/ban/steam_555`, { method: 'POST', body: JSON.stringify({Reason: 'griefing'}) });
await fleet.gateway.fetch(`/worlds/${w.key}/v1/pdapi/Broadcast`, { method: 'POST', body: JSON.stringify({Message: 'hello'}) });
await new Promise(r => setTimeout(r, 3000));
await using browser = await startBrowser();
for (const raw of paths.length ? paths : ['/']) for (const [size, theme] of [['desktop','light'],['phone','dark'],['desktop','dark'],['phone','light']] as const) {
  if (process.env.ONE && !(size === 'desktop' && theme === 'light')) continue;
  if (process.env.TWO && size === 'desktop' === (theme === 'dark')) continue;
  const path = raw.replace('KEY', w.key);
  await using tab = await openConsole(browser, { url: fleet.gateway.url, token: fleet.gateway.token }, { size, theme, locale: process.env.LOCALE ?? 'en-GB' });
  await tab.open(path);
  await tab.page.waitForTimeout(1200);
  const click = process.env.CLICK;
  if (click) { for (const name of click.split('|')) { await tab.page.getByRole('button', { name }).or(tab.page.getByRole('menuitem', { name })).or(tab.page.getByText(name, {exact:true})).first().click(); await tab.page.waitForTimeout(500);} }
  await tab.screenshot(`fl${process.env.TAG ?? ''}${raw.replaceAll(/[/?=]/g,'_')}-${theme}-${size}`);
  try { await tab.assertSound(); await tab.assertAccessible(); } catch (e) { console.log(path, size, theme, String(e).slice(0,1500)); }
}
