import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The baseline: node:http alone, answering every request with the bytes of a file. */

const body = readFileSync(process.argv[2] as string);
const head = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length };

const server = createServer((_request, response) => {
  response.writeHead(200, head);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`at http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/pdapi\n`);
});
