import { getTokens, type TokenEntry } from '@palatine/contract';
import type { FastifyInstance } from 'fastify';
import { readTokenFolder, type TokenFile } from '../data-folder/token-files.ts';
import { TEMPORARY_TOKEN } from '../data-folder/token-warnings.ts';
import { serialize } from '../game/responses.ts';
import type { RequestPolicy, TokenUse } from './authorize.ts';
import { mountRead } from './mount.ts';
import type { Service } from './service.ts';

/** Mounts the list of token files. What it reads of a file holds no secret, and no hash of one. */
export function mountTokens(
  app: FastifyInstance,
  policy: RequestPolicy,
  { data, clock, settings }: Service,
): void {
  mountRead(app, policy, getTokens, () => {
    const { tokens, ignored } = readTokenFolder(data.tokens, {
      nowMs: clock.now(),
      defaultPermissions: settings.current.rest.DefaultPermissions,
    });
    const lasting = tokens.filter(({ file }) => !TEMPORARY_TOKEN.test(file)); // a command that runs has the others
    return serialize({ Tokens: lasting.map((file) => entryOf(file, policy.use)), Ignored: [...ignored] });
  });
}

function entryOf(token: TokenFile, uses: TokenUse): TokenEntry {
  const { file, id, name, permissions, answerForm, hashed, error, warnings } = token;
  const use = id === undefined ? undefined : uses.of(id);
  return {
    File: file,
    Name: name,
    Permissions: [...permissions],
    ...(answerForm !== undefined && { AnswerForm: answerForm }),
    Hashed: hashed,
    ...(use !== undefined && { LastUsed: new Date(use.lastMs).toISOString() }),
    RequestsToday: use?.requestsToday ?? 0,
    ...(error !== undefined && { Fault: error }),
    Warnings: [...warnings],
  };
}
