import assert from 'node:assert/strict';
import test, { after, before, describe } from 'node:test';
import type { MsgHdrs } from '@nats-io/transport-node';
import { answerPart } from '@palatine/fleet';
import { noNats } from '@palatine/testing/nats-server';
import { type AnswerPart, gatewayBefore, jsonAnswer } from './simulated-world.ts';

const LONG = JSON.stringify({ Text: 'x'.repeat(5000) });
const ETAG = '"abc"';
const CSV = 'text/csv; charset=utf-8; header=present';
/** The head of an answer as a rogue world writes it. */
const rogue = (head: object, data = LONG): AnswerPart => {
  const headers = jsonAnswer('').headers as MsgHdrs;
  const [name = ''] = headers.keys();
  headers.set(name, JSON.stringify({ v: 1, status: 200, contentType: JSON_TYPE, more: false, ...head }));
  return { headers, data };
};
const JSON_TYPE = 'application/json; charset=utf-8';

/** Invalid answers of a world: review H1 and L1. */
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

  test('half a file never looks like a whole one', async () => {
    answers = [jsonAnswer('a', { contentType: CSV, fileName: 'a.csv', more: true }), rogue({ part: 7 })];
    await assert.rejects(ask('gzip').then((response) => response.text()));
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
    for (const part of [jsonAnswer(LONG, { ...ofSave, etag: ETAG }), jsonAnswer(LONG, stream)]) {
      answers = [part];
      const { headers } = await ask('identity');
      assert.equal(headers.get('last-modified'), new Date(savedAtMs).toUTCString());
      const age = Math.floor((Date.now() - savedAtMs) / 1000);
      assert.ok(Math.abs(Number(headers.get('age')) - age) < 60);
    }
  });
});
