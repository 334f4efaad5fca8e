import assert from 'node:assert/strict';
import { freePorts } from '@palatine/stand-in/free-ports';
import { until } from '@palatine/testing/until';
import { projectCopy } from './project-copy.ts';
import { HANG_MS, type Terminal, typeCommand } from './terminal.ts';

export interface FleetReader extends AsyncDisposable {
  /** Runs a command to its end, or until it serves. */
  type(command: string): Promise<string>;
  /** Stops a world as Ctrl-C does. */
  stop(world: string): Promise<void>;
}

/** Types the commands of the document on fleets: each program that serves has its own terminal. */
export async function aFleetReader(): Promise<FleetReader> {
  const project = projectCopy();
  const [api = 0, broker = 0, joining = 0, ...worldPorts] = await freePorts(6);
  const terminals = new Map<string, Terminal>();
  let line = '';
  let token = '';

  /** Ports of this machine may be taken, and none is to be open to others. */
  function filled(command: string): string {
    const values: [placeholder: string | RegExp, value: string][] = [
      ['<the line it printed>', line],
      [/\b17990\b/g, String(api)],
      ...worldPorts.map((port, at): [string, string] => [`1800${at + 1}`, String(port)]),
    ];
    const text = values.reduce((typed, [from, to]) => typed.replaceAll(from, to), command);
    if (!startsGateway(text)) return text;
    const host = '--broker-address 127.0.0.1 --advertise 127.0.0.1';
    return `${text} --port ${api} --broker-port ${broker} --join-port ${joining} ${host}`;
  }

  const shell = (command: string) => typeCommand(command, project.folder, { TOKEN: token });

  async function start(name: string, command: string): Promise<string> {
    const terminal = shell(command);
    terminals.set(name, terminal);
    const welcome = startsGateway(command) ? 'A gateway for ' : 'Palatine serves "';
    const serves = () => {
      assert.ok(!terminal.isEnded(), `${command} ended:\n${terminal.output()}`);
      return terminal.printed().includes(welcome) && terminal.printed().endsWith('\n\n');
    };
    await until(`${command} serves`, serves, HANG_MS);
    token = startsGateway(command) ? (/Bearer ([\w-]+)/.exec(terminal.printed())?.[1] ?? '') : token;
    return terminal.printed();
  }

  async function run(command: string): Promise<string> {
    const terminal = shell(command);
    const code = await terminal.ended();
    assert.equal(code, 0, `${command} ended with ${code}:\n${terminal.output()}`);
    return terminal.printed();
  }

  async function stop(name: string): Promise<void> {
    const terminal = terminals.get(name);
    terminals.delete(name);
    await terminal?.interrupt();
  }

  return {
    async type(command) {
      const name = startsGateway(command) ? 'gateway' : /^npm start .*--data \.\/([\w-]+)/.exec(command)?.[1];
      const output = await (name === undefined ? run(filled(command)) : start(name, filled(command)));
      line = /--join '(palatine:\S+)'/.exec(output)?.[1] ?? line;
      return output;
    },
    stop,
    async [Symbol.asyncDispose]() {
      const worlds = [...terminals.keys()].filter((name) => name !== 'gateway');
      await Promise.all(worlds.map(stop));
      await stop('gateway');
      await project[Symbol.asyncDispose]();
    },
  };
}

function startsGateway(command: string): boolean {
  return /\bfleet start\b/.test(command);
}
