import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorCodeOf, parseListing } from './listing-xml.ts';

const page = (contents: string, more = '<IsTruncated>false</IsTruncated>') =>
  `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${more}${contents}</ListBucketResult>`;

test('keys are read as Amazon and as Ceph write them', () => {
  const contents =
    '<Contents><Key>a+b%2Bc/%C3%BC</Key><LastModified>x</LastModified><Size>7</Size></Contents>' +
    '<Contents><Key>p%2Fa%20b&apos;(%26).txt</Key><Size>0</Size></Contents>';
  assert.deepEqual(parseListing(page(contents)), {
    objects: [
      { key: 'a b+c/ü', bytes: 7 },
      { key: "p/a b'(&).txt", bytes: 0 },
    ],
    next: undefined,
  });
});

test('a page that is not the last says how to go on', () => {
  const more =
    '<IsTruncated>true</IsTruncated><NextContinuationToken>1&amp;&#50;&#x33;==</NextContinuationToken>';
  assert.deepEqual(parseListing(page('', more)), { objects: [], next: '1&23==' });
});

test('what is no listing is an error', () => {
  for (const text of [
    '',
    '<html></html>',
    page('', ''),
    page('', '<IsTruncated>true</IsTruncated>'),
    page('<Contents><Size>1</Size></Contents>'),
    page('<Contents><Key>%zz</Key><Size>1</Size></Contents>'),
    page('<Contents><Key>a</Key><Size>-1</Size></Contents>'),
  ]) {
    assert.throws(() => parseListing(text), SyntaxError, text);
  }
});

test('of an error only its code is taken', () => {
  const text = '<Error><Code>SignatureDoesNotMatch</Code><StringToSign>secret</StringToSign></Error>';
  assert.equal(errorCodeOf(text), 'SignatureDoesNotMatch');
  assert.equal(errorCodeOf('<Code>two words</Code>'), undefined);
});
