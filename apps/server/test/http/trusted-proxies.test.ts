import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedService, startService } from '@palatine/testing/start-service';

let counter = 0;
const service = await sharedService();

/** The addresses that the audit and the issuer have of a ban that was asked for with this X-Forwarded-For. */
async function addressesOf(forwarded: string | undefined, on = service): Promise<string[]> {
  const userId = `steam_${++counter}`;
  const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const path = `/v1/pdapi/ban/${userId}`;
  assert.equal((await on.post(path, undefined, { headers })).status, 200);
  // A refusal before the handler is audited on another way.
  assert.equal((await on.post(path, '{', { headers })).status, 400);
  const { Entries } = await on.api.getAudit({ query: { Limit: 2 } });
  const { Banlist } = await on.api.getBanlist({ query: { userId } });
  return [...Entries.map(({ IP }) => IP), Banlist.UserEntries[0]?.BannedBy.IP ?? ''];
}

const all = (address: string) => [address, address, address];

test('nobody is believed without the setting', async () => {
  for (const forwarded of ['198.51.100.7', '198.51.100.7, 127.0.0.1', undefined]) {
    assert.deepEqual(await addressesOf(forwarded), all('127.0.0.1'), forwarded);
  }
});

test('an IPv4 address that arrives through an IPv6 listener is written as IPv4', async (t) => {
  await using dual = await startService({ address: '::' }).catch((error: Error) => {
    t.skip(`this machine has no IPv6: ${error.message}`);
    return undefined;
  });
  if (dual === undefined) return;
  const { port } = new URL(dual.url);
  const over4 = (path: string, body?: unknown) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${dual.token}` },
      ...(body !== undefined && { body: String(body) }),
    });
  const post = async (path: string, body?: unknown) => over4(path, body);
  assert.deepEqual(await addressesOf(undefined, { ...dual, post }), all('127.0.0.1'));
});

test('from a trusted proxy the last address that is no trusted proxy is the caller', async () => {
  const TrustedProxies = ['127.0.0.0/8', '10.1.2.3', '2001:db8::/32'];
  await using behind = await startService({ restConfig: { TrustedProxies } });
  for (const [forwarded, caller] of [
    [undefined, '127.0.0.1'],
    ['198.51.100.7', '198.51.100.7'],
    ['203.0.113.1, 198.51.100.7', '198.51.100.7'], // the first was written by the caller
    ['203.0.113.1,198.51.100.7 , 10.1.2.3,2001:DB8::1', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['2001:470:0::7', '2001:470::7'],
    ['10.1.2.3', '10.1.2.3'], // all are proxies: the first of them has asked by itself
    ['203.0.113.1, nobody', '127.0.0.1'],
    ['203.0.113.1, nobody, 10.1.2.3', '10.1.2.3'],
    ['', '127.0.0.1'],
  ] as const) {
    assert.deepEqual(await addressesOf(forwarded, behind), all(caller), forwarded);
  }
});

test('a caller that is no trusted proxy is not believed', async () => {
  await using behind = await startService({ restConfig: { TrustedProxies: ['10.0.0.0/8'] } });
  assert.deepEqual(await addressesOf('198.51.100.7', behind), all('127.0.0.1'));
});
