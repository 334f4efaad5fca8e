import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before, describe } from 'node:test';
import type { FleetTokenEntry } from '@palatine/client';
import { type NatsNode, noNats, startNats } from '@palatine/testing/nats-server';
import { type Ended, runCommand } from '@palatine/testing/run-cli';
import { isBanned, startFleet, type TestFleet, type TestWorld } from '@palatine/testing/start-fleet';
import { newFolder } from '@palatine/testing/start-service';
import { until } from '@palatine/testing/until';

const BANNED = 'steam_76561190000000001';

describe('the commands of a fleet', { skip: noNats }, () => {
  const folder = newFolder();
  let nats: NatsNode;
  let fleet: TestFleet;
  let world: TestWorld;
  before(async () => {
    nats = await startNats();
    fleet = await startFleet({ nats, worlds: 2, gateway: { folder } });
    [world] = fleet.worlds as [TestWorld];
  });
  after(async () => {
    await fleet[Symbol.asyncDispose]();
    await nats[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  const type = (...words: string[]): Promise<Ended> => runCommand(['fleet', ...words, '--data', folder]);
  async function json<T>(...words: string[]): Promise<T> {
    const { code, stdout } = await type(...words, '--json');
    assert.equal(code, 0, stdout);
    return JSON.parse(stdout) as T;
  }

  test('worlds are listed with their state, as a table and as JSON', async () => {
    const { code, stdout, stderr } = await type('worlds');
    assert.deepEqual([code, stderr], [0, '']);
    const lines = stdout.split('\n');
    assert.match(lines[0] ?? '', /^Name +World +State +Version +PlayersOnline/);
    assert.ok(lines.some((line) => line.includes(world.key) && / Online /.test(line)));
    assert.equal(stdout.match(/ Online +\d+\.\d+\.\d+ +\d+ /g)?.length, 2);
    const { Worlds } = await json<{ Worlds: { ClockAheadMs: number; Version: string }[] }>('worlds');
    assert.equal(Worlds.length, 2);
    for (const { ClockAheadMs, Version } of Worlds) {
      assert.ok(Math.abs(ClockAheadMs) < 30_000);
      assert.match(Version, /^\d+\.\d+\.\d+$/);
    }
  });

  test('a ban on the list main reaches every world, and is lifted again', async () => {
    const banned = await type('ban', BANNED, '--reason', 'cheating', '--until', '2040-01-31');
    assert.equal(banned.stdout, `${BANNED} is banned by the list main until 2040-01-31T00:00:00.000Z.\n`);
    assert.equal(banned.code, 0);
    const bannedAt = () => Promise.all(fleet.worlds.map((at) => isBanned(at, BANNED)));
    await until('the ban at both', async () => !(await bannedAt()).includes(false));
    assert.match((await type('lists')).stdout, /^List .+\nmain +Ban +1 +1 +Ignore/);
    await until('each world says that it has read the lists', async () => {
      const { Worlds } = await json<{ Worlds: { ListsBehind: boolean }[] }>('worlds');
      return Worlds.every(({ ListsBehind }) => !ListsBehind);
    });

    assert.match((await type('unban', BANNED)).stdout, /is lifted\.\n$/);
    await until('the ban lifted at both', async () => !(await bannedAt()).includes(true));
    const again = await type('unban', 'steam_nobody');
    assert.equal(again.code, 1);
    assert.match(again.stderr, /^palatine: BAN_NOT_FOUND: /);
  });

  test('a list other than main has to be made on purpose', async () => {
    const { code, stderr } = await type('ban', BANNED, '--list', 'friends');
    assert.equal(code, 1);
    assert.match(stderr, /LIST_NOT_FOUND/);
    const created = await json<{ Kind: string; Adopt: string; LocalUnban: boolean }>(
      ...['list', 'create', 'friends', '--adopt', 'offer', '--local-unban', 'no'],
    );
    assert.deepEqual([created.Kind, created.Adopt, created.LocalUnban], ['Ban', 'Offer', false]);
    assert.equal((await type('ban', '192.0.2.7', '--list', 'friends')).code, 0);
  });

  test('a player is found in the world that knows them', async () => {
    const { Players } = await world.api.getPlayers();
    const player = Players.find(({ UserId }) => UserId !== '');
    assert.ok(player);
    await until('the roster', async () => {
      const { Rows } = await json<{ Rows: { UserId: string }[] }>('find', player.UserId);
      return Rows.some(({ UserId }) => UserId === player.UserId);
    });
    assert.match((await type('find', player.UserId)).stdout, new RegExp(`${player.UserId} `));
    assert.equal((await type('find', 'xqzzy')).stdout, 'No player matches.\n');
  });

  test('a world is given tags, and loses them', async () => {
    const tagged = await type('tag', world.key, 'eu,modded', 'pvp');
    assert.match(tagged.stdout, / has the tags eu, modded, pvp\.\n$/);
    assert.deepEqual(fleet.gateway.worlds.get(world.key)?.tags, ['eu', 'modded', 'pvp']);
    const { Tags } = await json<{ Tags: string[] }>('tag', fleet.gateway.worlds.get(world.key)?.name ?? '');
    assert.deepEqual([Tags, fleet.gateway.worlds.get(world.key)?.tags], [[], []]);
  });

  test('a fleet token is made, listed by a short id, counts, and is revoked', async () => {
    const created = await json<{ Secret: string; Token: FleetTokenEntry }>(
      ...['token', 'create', 'Shop', '--permission', 'REST.Players.Read', '--world', '*'],
    );
    const authorization = `Bearer ${created.Secret}`;
    const read = () => fleet.gateway.fetch(`/worlds/${world.key}/v1/pdapi/players`, { authorization });
    assert.equal((await read()).status, 200);
    const { stdout } = await type('token', 'list');
    const id = created.Token.Id.slice(0, 12);
    assert.match(stdout, new RegExp(`^${id}\\w+ +Shop +\\* +REST\\.Players\\.Read +- +no$`, 'm'));
    assert.match((await type('token', 'revoke', id)).stdout, /^The fleet token of Shop is revoked\.\n$/);
    assert.equal((await read()).status, 401);
    assert.doesNotMatch((await type('token', 'list')).stdout, /Shop/);
    const { stdout: all } = await type('token', 'list', '--all');
    assert.match(all, /Shop .+ yes$/m);
  });

  test('a permission that no route asks for is a warning', async () => {
    const words = ['token', 'create', 'Typo', '--permission', 'Palatine.Fleet.World.Read', '--world', '*'];
    assert.match((await type(...words)).stderr, /warning: no route requires Palatine\.Fleet\.World\.Read/);
    const right = ['token', 'create', 'Right', '--permission', 'Palatine.Fleet.Worlds.Read', '--world', '*'];
    assert.equal((await type(...right)).stderr, '');
  });

  test('a gateway elsewhere needs a token, which a file may hold', async () => {
    const { url, token } = fleet.gateway;
    const elsewhere = ['fleet', 'worlds', '--url', url, '--data', join(folder, 'none')];
    const without = await runCommand(elsewhere, { PALATINE_TOKEN: '' });
    assert.equal(without.code, 2);
    assert.match(without.stderr, /needs a token: set PALATINE_TOKEN, or give --token-file/);
    const file = join(folder, 'secret');
    writeFileSync(file, `${token}\n`);
    assert.equal((await runCommand([...elsewhere, '--token-file', file])).code, 0);
    const env = { PALATINE_FLEET_URL: url, PALATINE_TOKEN: token };
    assert.equal((await runCommand(['fleet', 'worlds'], env)).code, 0);
  });

  test('the commands of a world work through the gateway', async () => {
    const { url, token } = fleet.gateway;
    const args = ['players', '--url', `${url}/worlds/${world.key}`];
    const { code, stdout } = await runCommand(args, { PALATINE_TOKEN: token });
    assert.equal(code, 0);
    assert.match(stdout, /^Meta\.OnlineCount +\d+$/m);
  });

  test('metrics count worlds and what is behind, for a token that may read them', async () => {
    assert.equal((await fleet.gateway.fetch('/metrics', { authorization: '' })).status, 401);
    const text = await (await fleet.gateway.fetch('/metrics')).text();
    assert.match(text, /^palatine_fleet_broker_up 1$/m);
    assert.match(text, /^palatine_fleet_worlds\{state="Online"\} 2$/m);
    assert.match(text, /^palatine_fleet_outbox_rows\{kind="audit"\} \d+$/m);
    const counted =
      /^palatine_http_requests_total\{method="GET",route="\/v1\/fleet\/worlds",status="200"\} \d+$/m;
    assert.match(text, counted);
    assert.equal((await fleet.gateway.fetch('/healthz', { authorization: '' })).status, 200);
  });

  test('a gateway that lost its broker says that it is not ready', async () => {
    await nats.kill();
    try {
      await until('it is not ready', async () => {
        const response = await fleet.gateway.fetch('/readyz');
        const { Missing } = (await response.json()) as { Missing: string[] };
        return response.status === 503 && Missing.join() === 'the broker is not reachable';
      });
    } finally {
      await nats.restart();
    }
    await until('it is ready again', async () => (await fleet.gateway.fetch('/readyz')).status === 200);
  });
});

test('without a gateway, and with a slip, one line says what to do', async () => {
  const folder = newFolder();
  const none = await runCommand(['fleet', 'worlds', '--data', folder]);
  assert.equal(none.code, 1);
  assert.match(none.stderr, /^palatine: no gateway is running on .+; palatine fleet start starts it/);
  const group = await runCommand(['fleet', 'token']);
  assert.equal(group.code, 2);
  assert.equal(group.stderr, 'palatine: fleet token needs one of its commands: create, list, revoke\n');
  const slip = await runCommand(['fleet', 'token', 'crate']);
  const expected = /there is no command "fleet token crate"; is palatine fleet token create meant\?/;
  assert.match(slip.stderr, expected);
  const mistyped = await runCommand(['fleet', 'tokn', 'list']);
  assert.match(mistyped.stderr, /there is no command "fleet tokn"; is palatine fleet token list meant\?/);
  const help = await runCommand(['fleet', 'token', '--help']);
  assert.match(help.stdout, /^palatine fleet token COMMAND\n\n {2}fleet token create NAME/);
  const uid = await runCommand(['fleet', 'ban', '0A1B2C3D-0A1B2C3D-0A1B2C3D-0A1B2C3D', '--data', folder]);
  assert.match(uid.stderr, /is a PlayerUID/);
  const time = await runCommand(['fleet', 'ban', BANNED, '--until', 'soon', '--data', folder]);
  assert.deepEqual([time.code, /must be a day or a time/.test(time.stderr)], [2, true]);
  rmSync(folder, { recursive: true, force: true });
});
