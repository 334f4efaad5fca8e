import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceUrl } from './calls.ts';
import { createClient } from './client.ts';

test('a URL is an http or https address; what would be right is in the error', () => {
  for (const [url, message] of [
    ['localhost:18300', 'url is "localhost:18300": it must be an address such as http://localhost:18300'],
    ['127.0.0.1:17993', 'url is "127.0.0.1:17993": it must be an address such as http://127.0.0.1:17993'],
    ['', 'url is "": it must be an address such as http://127.0.0.1:17993'],
    ['not a url', 'url is "not a url": it must be an address such as http://127.0.0.1:17993'],
    ['ftp://host', /^url is "ftp:\/\/host": it must be an address/],
    [
      undefined as unknown as string,
      /^url is undefined: it must be an address such as http:\/\/127\.0\.0\.1:17993$/,
    ],
    ['http://host/v1/pdapi/', 'url ends in /v1/pdapi, which the client adds itself: it must be http://host'],
    ['http://me:secret@host', 'url holds a user or password: the service knows tokens only'],
    ['http://host/?a=1', 'url is "http://host/?a=1": it must end before ? and #'],
  ] as const) {
    assert.throws(() => createClient({ url, token: 'x' }), { name: 'TypeError', message }, url);
  }
});

test('an address may have a path, and slashes at its end', () => {
  assert.equal(serviceUrl('http://127.0.0.1:17993'), 'http://127.0.0.1:17993');
  assert.equal(serviceUrl('https://example.org/palworld//'), 'https://example.org/palworld');
});

test('a token that is empty or cannot be sent is refused at once, and the error does not hold it', () => {
  const make = (token: string) => () => createClient({ url: 'http://127.0.0.1:17993', token });
  for (const token of ['', undefined as unknown as string]) {
    assert.throws(make(token), { name: 'TypeError', message: 'token is empty: is PALATINE_TOKEN set?' });
  }
  for (const token of ['a long random text', 'line\n', 'schlüssel']) {
    assert.throws(make(token), (error: Error) => {
      assert.match(
        error.message,
        /^token cannot be sent: it holds a blank, a line break or another character/,
      );
      return !error.message.includes(token);
    });
  }
});
