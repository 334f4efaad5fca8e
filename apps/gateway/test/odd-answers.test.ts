import assert from 'node:assert/strict';
import test, { after, before, describe } from 'node:test';
import type { MsgHdrs } from '@nats-io/transport-node';
import { answerPart } from '@palatine/fleet/messages';
import { noNats } from '@palatine/testing/nats-server';
import { type AnswerPart, gatewayBefore, jsonAnswer } from './simulated-world.ts';

const LONG = JSON.stringify({ Text: 'x'.repeat(5000) });
const ETAG = '"abc"';
/** The only route of a world that answers with files. */
const AUDIT = '../palatine/audit?Format=csv';
const CSV = 'text/csv; charset=utf-8; header=present';
/** The head of an answer as a rogue world writes it. */
const rogue = (head: object, data = LONG): AnswerPart => {
  const headers = jsonAnswer('').headers as MsgHdrs;
  const [name = ''] = headers.keys();
  headers.set(name, JSON.stringify({ v: 1, status: 200, contentType: JSON_TYPE, more: false, ...head }));
  return { headers, data };
};
const JSON_TYPE = 'application/json; charset=utf-8';

/** Invalid answers of a world to a read. */
const ODD: Record<string, readonly AnswerPart[]> = {
  'a header with a line break': [rogue({ headers: { 'x-evil': 'a\r\nb' } })],
  'a header whose name has a blank': [rogue({ headers: { 'x evil': 'a' } })],
  'a cookie': [rogue({ 'set-cookie': 'a=b' })],
  'an ETag with a line break': [rogue({ etag: '"a\r\nb"' })],
  'a file name with a line break': [rogue({ fileName: 'a\r\nb', contentType: CSV })],
  'a page': [rogue({ contentType: 'text/html' }, '<script>alert(1)</script>')],
  'the status 101': [rogue({ status: 101 })],
  'the status 401': [rogue({ status: 401 })],
  'the status 999': [rogue({ status: 999 })],
  'an unknown code': [rogue({ code: 'EVIL' })],
  'no message at all': [{ data: 'nonsense' }],
  'a message of another version': [rogue({ v: 2 })],
  'a body that is no JSON': [rogue({ etag: ETAG }, '<html>')],
  'a long body that is no JSON': [rogue({ etag: ETAG }, `{${'x'.repeat(2 ** 20)}`)],
  'a refusal that is no JSON': [rogue({ status: 404, code: 'PLAYER_NOT_FOUND' }, 'nobody')],
  'a result of a write': [rogue({ code: 'OK' })],
  'a redirect': [rogue({ status: 302, etag: ETAG })],
  'a file': [rogue({ contentType: CSV, fileName: 'a.csv' })],
  'a stream of events': [rogue({ contentType: 'text/event-stream; charset=utf-8' })],
  'a part that is missing': [
    jsonAnswer('', { etag: ETAG, more: true }),
    { headers: answerPart.asHeaders({ part: 2, more: false }) },
  ],
  'half an answer': [
    jsonAnswer('', { etag: ETAG, more: true }),
    { headers: answerPart.asHeaders({ part: 1, more: false, failed: true }) },
  ],
};

describe('a world that answers with nonsense', { skip: noNats }, () => {
  let fleet: Awaited<ReturnType<typeof gatewayBefore>>;
  let answers: readonly AnswerPart[] = [];
  before(async () => {
    fleet = await gatewayBefore({ onCall: (_call, respond) => answers.forEach(respond) });
  });
  after(() => fleet[Symbol.asyncDispose]());

  const ask = (coding: string) => fleet.call('version', { headers: { 'accept-encoding': coding } });

  for (const [what, parts] of Object.entries(ODD))
    for (const coding of ['identity', 'gzip'])
      test(`${what} (${coding}) is a 502 of the gateway`, async () => {
        answers = parts;
        const response = await ask(coding);
        assert.equal(response.status, 502);
        assert.equal(response.headers.get('content-type'), JSON_TYPE);
        assert.equal(response.headers.get('set-cookie'), null);
        const { Error: error } = (await response.json()) as { Error: { Code: string } };
        assert.equal(error.Code, 'WORLD_ANSWER_INVALID');
      });

  const ODD_WRITES: Record<string, AnswerPart> = {
    'not changed': rogue({ status: 304, code: 'OK' }, ''),
    'a result with an ETag': rogue({ etag: ETAG }),
    'no JSON': rogue({ code: 'OK' }, 'done'),
    nothing: rogue({ code: 'OK' }, ''),
    'a file': rogue({ contentType: CSV, fileName: 'a.csv' }),
  };
  for (const [what, part] of Object.entries(ODD_WRITES))
    test(`a write that a world answers with ${what} is a 502 of the gateway`, async () => {
      answers = [part];
      const response = await fleet.call('Broadcast', { method: 'POST', body: '{"Message":"x"}' });
      assert.equal(response.status, 502);
      assert.match(await response.text(), /WORLD_ANSWER_INVALID/);
    });

  test('a file of a world has the name of its type', async () => {
    for (const fileName of ['x.html', 'csv', 'x.jsonl']) {
      answers = [rogue({ contentType: CSV, fileName }, '<script>')];
      assert.equal((await fleet.call(AUDIT)).status, 502, fileName);
    }
  });

  test('half a file never looks like a whole one', async () => {
    answers = [jsonAnswer('a', { contentType: CSV, fileName: 'a.csv', more: true }), rogue({ part: 7 })];
    await assert.rejects(fleet.call(AUDIT).then((response) => response.text()));
  });

  test('the gateway answers on', async () => {
    answers = [jsonAnswer(LONG, { etag: ETAG, code: undefined })];
    const response = await ask('gzip');
    assert.equal(response.status, 200);
    assert.equal(await response.text(), LONG);
  });

  test('an answer of a world beside a game server says how old its save is', async () => {
    const savedAtMs = Date.UTC(2026, 6, 13, 18, 15);
    const ofSave = { savedAtMs, code: undefined };
    const stream = { ...ofSave, contentType: CSV, fileName: 'a.csv' };
    for (const [path, part] of [
      ['version', jsonAnswer(LONG, { ...ofSave, etag: ETAG })],
      [AUDIT, jsonAnswer(LONG, stream)],
    ] as const) {
      answers = [part];
      const { headers } = await fleet.call(path);
      assert.equal(headers.get('last-modified'), new Date(savedAtMs).toUTCString());
      const age = Math.floor((Date.now() - savedAtMs) / 1000);
      assert.ok(Math.abs(Number(headers.get('age')) - age) < 60);
    }
  });
});
