import { ANSWER_FORMS, ROLE_NAMES, ROLES } from '@palatine/contract';
import { defaultPermissions } from '@palatine/data-dir/rest-config';
import {
  createToken,
  KNOWN_PERMISSIONS,
  permissionWarning,
  readTokenFolder,
  revokeToken,
} from '@palatine/data-dir/token-files';
import { UsageError } from '@palatine/platform/config-error';
import { command, requireDataFolder } from '../command/command.ts';
import { choiceOf, separated } from '../command/flags.ts';
import { columns, paint } from '../command/terminal.ts';

export const tokenCreate = command('token create NAME', {
  description: 'create a token; its secret is printed once and stored as a SHA-256',
  flags: {
    'permission P...': 'a permission, such as REST.Players.Read or REST.Items.*; repeatable',
    'role ROLE': `${ROLE_NAMES.join(', ')}: the permissions of a role`,
    plain: 'store the secret itself in the file, for tools that read it there',
    'answer-form FORM': 'Flat or Wrapped; overrides AnswerForm of RESTConfig.json',
  },
  notes: [
    'A running server accepts it within a second. * allows everything; the permissions are:',
    ...KNOWN_PERMISSIONS.map((permission) => `  ${permission}`),
  ],
  run({ positionals: [name = ''], flags, data, terminal }) {
    requireDataFolder(data);
    const role = choiceOf('--role', flags.role, ROLE_NAMES);
    const permissions = [...(role === undefined ? [] : ROLES[role]), ...separated(flags.permission)];
    if (permissions.length === 0)
      throw new UsageError('token create needs a --role or at least one --permission');
    const answerForm = choiceOf('--answer-form', flags['answer-form'], ANSWER_FORMS);
    const warnings = permissions.flatMap((permission) => permissionWarning(permission) ?? []);
    const plain = flags.plain === true;
    const { file, secret } = createToken(data.tokens, { name, permissions, answerForm, plain });
    for (const warning of warnings) terminal.warn(warning);
    terminal.show(
      { name, file, permissions, secret, hashed: !plain, warnings },
      plain
        ? `The token of ${name}, which is in ${file} as well:`
        : `The token of ${name}. It is shown only now; ${file} keeps its SHA-256:`,
      '',
      ['  ', paint('bold', secret)],
      '',
    );
  },
});

export const tokenList = command('token list', {
  description: 'list the tokens, and the errors of their files',
  run({ data, terminal }) {
    requireDataFolder(data);
    const { tokens, ignored, messages, notes } = readTokenFolder(data.tokens, {
      defaultPermissions: defaultPermissions(data.restConfig),
    });
    const listed = tokens.map(({ error, ...token }) => ({ ...token, fault: error ?? null }));
    const empty = ['There are no tokens. The next start creates one for an administrator.'];
    const valid = tokens.filter(({ error }) => error === undefined);
    const rows = valid.map(({ name, file, hashed, permissions }) => {
      return [name, file, hashed ? 'hashed' : 'plain', permissions.join(' ')];
    });
    const faults = new Set(tokens.flatMap(({ error }) => error ?? []));
    const lines = [...(tokens.length === 0 ? empty : columns(rows)), ...notes, ...faults];
    terminal.show({ tokens: listed, ignored }, ...lines);
    for (const line of terminal.json ? [] : messages) if (!faults.has(line)) terminal.warn(line);
  },
});

export const tokenRevoke = command('token revoke NAME', {
  description: 'remove a token; a running server refuses it within a second',
  run({ positionals: [name = ''], data, terminal }) {
    requireDataFolder(data);
    const file = revokeToken(data.tokens, name);
    terminal.show({ name, file }, `${name} is revoked (${file} is gone).`);
  },
});
