import { isInUse } from '@palatine/data-dir/data-folder';
import { systemClock } from '@palatine/platform/clock';
import { UsageError } from '@palatine/platform/config-error';
import { examineServer, writeAttachment } from '@palatine/sidecar/attach';
import { type ControlChoice, PASSWORD_VARIABLE } from '@palatine/sidecar/attachment';
import { assertOnePassword } from '../command/arguments.ts';
import { command } from '../command/command.ts';
import { plainFinding, printFinding } from '../command/terminal.ts';
import * as words from '../texts/commands.ts';
import { createWorld } from './world-make.ts';

export const attach = command('attach', {
  ...words.attach,
  async run({ flags, data, env, terminal, path }) {
    const passwordFile = flags['password-file'];
    assertOnePassword(passwordFile, env);
    if (flags['store-password'] === true && (env[PASSWORD_VARIABLE] ?? '') === '') {
      throw new UsageError(`--store-password stores the password of ${PASSWORD_VARIABLE}, which is not set`);
    }
    const examination = await examineServer(data, {
      save: path(flags.save),
      restUrl: flags.rest,
      passwordFile: path(passwordFile),
      control: flags.control === undefined ? undefined : readControl(flags.control),
      offlineOk: flags['offline-ok'] === true,
      environment: env,
      clock: systemClock,
    });
    for (const check of examination.checks) printFinding(check, terminal, 7);
    const { settings, saveFolder, url, password } = examination;
    const checks = examination.checks.map(plainFinding);
    const confirmed = flags.yes === true || flags.save !== undefined;
    const proceeds =
      settings !== undefined && (confirmed || (await terminal.confirm(`\nAttach to ${saveFolder}? [y/N] `)));
    if (!proceeds) {
      const value = { attached: false, saveFolder: saveFolder ?? null, url, checks };
      terminal.show(value, '', settings === undefined ? MISSING : NOT_CONFIRMED);
      return 1;
    }
    const replace = flags.replace === true;
    const report = writeAttachment(data, examination, {
      storePassword: flags['store-password'] === true,
      replace,
    });
    terminal.print('', `${data.serverFile} is written.`);
    if (report.configMade) {
      terminal.print(`${data.config} sets "playerResolution" to "Known", so offline players are served too.`);
    }
    if (report.importFrom !== undefined && !isInUse(data.path)) {
      await createWorld(data, { from: 'save', folder: report.importFrom, seed: 1 }, replace, {
        ...terminal,
        show: (_, ...lines) => terminal.print(...lines), // `attach` prints one value
      });
    }
    terminal.show(
      { attached: true, saveFolder, url, checks, settingsFile: data.serverFile },
      isInUse(data.path)
        ? 'A service runs on this folder: this takes effect at its next start.'
        : 'palatine serve starts the service beside the game server.',
    );
    const passes = password?.from === 'environment' && password.passwordFile === '';
    if (passes)
      terminal.print('It needs PALATINE_SERVER_PASSWORD then too; --store-password would store it.');
    return 0;
  },
});

const MISSING = 'Nothing is written: add what is missing, and run the command again.';
const NOT_CONFIRMED = 'Nothing is written; confirm with --yes, or give the folder with --save.';

/** Throws a UsageError. */
function readControl(text: string): ControlChoice {
  // No container has an @ in its name.
  const [, Container, Socket] = /^docker:([^@]+)(?:@(.*))?$/.exec(text) ?? [];
  if (Container !== undefined) return { Kind: 'Docker', Container, ...(Socket !== undefined && { Socket }) };
  if (text === 'commands') return { Kind: 'Commands' };
  if (text === 'somebody') return { Kind: 'Somebody' };
  throw new UsageError(
    `--control must be docker:NAME, docker:NAME@SOCKET, commands or somebody, not "${text}"`,
  );
}
