import {
  assertHolds,
  changeToken,
  createToken,
  getTokens,
  Refusal,
  ROLES,
  type RouteBody,
  revokeToken,
  type TokenEntry,
} from '@palatine/contract';
import type { Token } from '@palatine/contract/tokens';
import * as files from '@palatine/data-dir/token-files';
import { ConfigError } from '@palatine/platform/config-error';
import { serialize } from '@palatine/platform/response-bytes';
import type { TokenUse } from '@palatine/web/base-app';
import type { FileWrite, MountFileWrite } from '@palatine/web/file-writes';
import type { Routes } from '@palatine/web/routes';
import type { Service } from '../service/service.ts';

/** Mounts the routes of the token files. A written file is valid, and a removed one is not, before the response. */
export function mountTokens(routes: Routes, { data, clock, settings }: Service, write: MountFileWrite): void {
  const read = () => {
    const defaultPermissions = settings.current.rest.DefaultPermissions;
    const { tokens, ignored } = files.readTokenFolder(data.tokens, {
      nowMs: clock.now(),
      defaultPermissions,
    });
    // The others belong to running commands.
    return { tokens: tokens.filter(({ file }) => !files.TEMPORARY_TOKEN.test(file)), ignored };
  };
  const entryIn = (file: string) => {
    const token = read().tokens.find((stored) => stored.file === file);
    if (token === undefined) throw new Refusal('TOKEN_NOT_FOUND'); // removed meanwhile
    return entryOf(token, routes.policy.use);
  };
  /** The one token with a name. Throws for one that `by` may not change. */
  const tokenBelow = (by: Token, name: string) => {
    const [token, another] = files.tokensNamed(read().tokens, name);
    if (token === undefined) throw new Refusal('TOKEN_NOT_FOUND');
    if (another !== undefined) throw new Refusal('VALIDATION_FAILED', 'several files have this token');
    if (token.id === by.id) throw new Refusal('VALIDATION_FAILED', 'a token cannot change or revoke itself');
    assertHolds(by.permissions, token.id === undefined ? ['*'] : token.permissions); // an invalid file may be of any
    return token;
  };
  const changed = async (action: 'created' | 'changed' | 'revoked', name: string, by: Token) => {
    await routes.policy.tokens.refresh();
    return { type: 'token.changed', data: { name, action, issuer: by.name } } satisfies FileWrite['event'];
  };

  routes.read(getTokens, () => {
    const { tokens, ignored } = read();
    const Tokens = tokens.map((file) => entryOf(file, routes.policy.use));
    return serialize({ Tokens, Ignored: [...ignored] });
  });
  write(createToken, async ({ body, token }) => {
    const grant = grantOf(body, token);
    const { file, secret } = create(data.tokens, { name: body.Name, ...grant });
    const event = await changed('created', body.Name, token);
    return { reply: { Secret: '', Token: entryIn(file) }, once: { Secret: secret }, event };
  });
  write(changeToken, async ({ params, body, token }) => {
    const grant = grantOf(body, token);
    const stored = tokenBelow(token, params.token);
    if (stored.id === undefined) throw new Refusal('VALIDATION_FAILED', 'the file of the token is invalid');
    files.changeToken(data.tokens, stored, grant);
    const event = await changed('changed', stored.name, token);
    return { reply: { Token: entryIn(stored.file) }, event };
  });
  write(revokeToken, async ({ params, token }) => {
    const stored = tokenBelow(token, params.token);
    const { name } = stored;
    const file = files.removeToken(data.tokens, stored);
    return { reply: { File: file }, summary: file, event: await changed('revoked', name || file, token) };
  });
}

/** The permissions and the end that a request gives. Throws MISSING_PERMISSION for more than `by` has itself. */
function grantOf({ Role, Permissions, Expires }: RouteBody<typeof changeToken>, by: Token) {
  const permissions = Role === undefined ? Permissions : ROLES[Role];
  if (permissions === undefined || (Role !== undefined && Permissions !== undefined)) {
    throw new Refusal('VALIDATION_FAILED', 'the body needs either Role or Permissions');
  }
  assertHolds(by.permissions, permissions);
  return { permissions, expires: Expires };
}

function create(folder: string, token: files.NewToken): ReturnType<typeof files.createToken> {
  try {
    return files.createToken(folder, token);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new Refusal('VALIDATION_FAILED', error.message); // it names no folder
  }
}

function entryOf(token: files.TokenFile, uses: TokenUse): TokenEntry {
  const { file, id, name, permissions, answerForm, hashed, expiresAtMs, error, warnings } = token;
  const use = id === undefined ? undefined : uses.of(id);
  return {
    File: file,
    Name: name,
    Permissions: [...permissions],
    ...(answerForm !== undefined && { AnswerForm: answerForm }),
    Hashed: hashed,
    ...(expiresAtMs !== undefined && { Expires: new Date(expiresAtMs).toISOString() }),
    ...(use !== undefined && { LastUsed: new Date(use.lastMs).toISOString() }),
    RequestsToday: use?.requestsToday ?? 0,
    ...(error !== undefined && { Fault: error }),
    Warnings: [...warnings],
  };
}
