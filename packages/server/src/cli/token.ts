import type { AnswerForm } from '@palatine/contract';
import { UsageFault } from '../data-folder/config-error.ts';
import {
  createToken,
  KNOWN_PERMISSIONS,
  oddPermission,
  readTokenFiles,
  revokeToken,
} from '../data-folder/token-files.ts';
import { command } from './command.ts';
import { needDataFolder } from './require-data-folder.ts';
import { columns } from './terminal.ts';

const ANSWER_FORMS: readonly AnswerForm[] = ['Flat', 'Wrapped'];

export const tokenCreate = command(
  {
    name: 'token create',
    words: ['NAME'],
    about: 'make a token; its secret is printed once and kept as a SHA-256',
    flags: {
      permission: {
        takes: 'P',
        multiple: true,
        about: 'what it may do, such as REST.Players.Read or REST.Items.*; repeatable',
      },
      plain: { about: 'keep the secret itself in the file, for tools that read it there' },
      'answer-form': { takes: 'FORM', about: 'Flat or Wrapped, over AnswerForm of RESTConfig.json' },
    },
    notes: [
      'A running server takes it within a second. * allows everything; the permissions are:',
      ...KNOWN_PERMISSIONS.map((permission) => `  ${permission}`),
    ],
  },
  ({ words: [name = ''], flags, data, terminal }) => {
    needDataFolder(data);
    const permissions = (flags.permission ?? []).flatMap((typed) => typed.split(',')).filter(Boolean);
    if (permissions.length === 0) throw new UsageFault('token create needs at least one --permission');
    const answerForm = ANSWER_FORMS.find((form) => form === flags['answer-form']);
    if (flags['answer-form'] !== undefined && answerForm === undefined) {
      throw new UsageFault(`--answer-form must be Flat or Wrapped, not "${flags['answer-form']}"`);
    }
    const warnings = permissions.flatMap((permission) => oddPermission(permission) ?? []);
    const plain = flags.plain === true;
    const { file, secret } = createToken(data.tokens, { name, permissions, answerForm, plain });
    for (const warning of warnings) terminal.warn(warning);
    terminal.answer({ name, file, permissions, secret, hashed: !plain, warnings });
    terminal.say(
      plain
        ? `The token of ${name}, which is in ${file} as well:`
        : `The token of ${name}. It is shown this once; ${file} keeps its SHA-256:`,
      '',
      `  ${terminal.paint('bold', secret)}`,
      '',
    );
    return 0;
  },
);

export const tokenList = command(
  { name: 'token list', words: [], about: 'list the tokens, and what is wrong with their files', flags: {} },
  ({ data, terminal }) => {
    needDataFolder(data);
    const tokens = readTokenFiles(data.tokens);
    terminal.answer({ tokens: tokens.map(({ fault, ...token }) => ({ ...token, fault: fault ?? null })) });
    if (tokens.length === 0)
      terminal.say('There are no tokens. The next start makes one for an administrator.');
    const sound = tokens.filter(({ fault }) => fault === undefined);
    terminal.say(
      ...columns(
        sound.map(({ name, file, hashed, permissions }) => [
          name,
          file,
          hashed ? 'hashed' : 'plain',
          permissions.join(' '),
        ]),
      ),
    );
    for (const fault of new Set(tokens.flatMap(({ fault }) => fault ?? []))) terminal.warn(fault);
    return 0;
  },
);

export const tokenRevoke = command(
  {
    name: 'token revoke',
    words: ['NAME'],
    about: 'remove a token; a running server refuses it within a second',
    flags: {},
  },
  ({ words: [name = ''], data, terminal }) => {
    needDataFolder(data);
    const file = revokeToken(data.tokens, name);
    terminal.answer({ name, file });
    terminal.say(`${name} is revoked (${file} is gone).`);
    return 0;
  },
);
