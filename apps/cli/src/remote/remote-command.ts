import type { CallArguments, CallOptions } from '@palatine/client';
import {
  parameterNames,
  type RequestSchema,
  type RouteBody,
  type RouteQuery,
  type RouteReply,
  type RouteShape,
} from '@palatine/contract';
import {
  type CliCall,
  type CliCommand,
  type CommandShape,
  commandIn,
  type NoFlags,
} from '../command/command.ts';
import { choiceOf, type FlagTexts, wholeNumberOf } from '../command/flags.ts';
import { answerLines, type Line } from '../command/terminal.ts';
import * as words from '../texts/commands.ts';
import { callService, type Service, type ServicePaths } from './call-service.ts';

interface Caller {
  call<R extends RouteShape>(route: R, ...args: CallArguments<R>): Promise<RouteReply<R>>;
}

/** Finds what a caller names, such as a player by name. */
export interface Lookup<C> {
  /** The permissions that it needs for what was typed. */
  permissions(typed: string): readonly string[];
  /** The identifier. Throws a ConfigError for none or several. */
  find(client: C, typed: string): Promise<string>;
}

/** Runs the calls of a command, by default with a new token with these permissions. */
type Ask<C> = <T>(permissions: readonly string[], work: (client: C) => Promise<T>) => Promise<T>;

/** An argument of the call; values that are undefined are not sent. */
type Sent<T> = T extends object ? { [Name in keyof T]: T[Name] | undefined } : T;
type Input<R extends RouteShape> = { [Name in keyof CallOptions<R>]?: Sent<CallOptions<R>[Name]> };

/** A command that calls one route and prints the answer. Its positionals are the parameters of the path, in order. */
interface RemoteShape<R extends RouteShape, Flags, Paths, C>
  extends Omit<CommandShape<Flags, Paths>, 'run' | 'description'> {
  /** The summary of the route unless given. */
  description?: string;
  /** Fields of the query or the body that a flag sends, each with its text; '' for that of its schema. */
  sends?: {
    readonly [Field in keyof (RouteBody<R> extends undefined ? RouteQuery<R> : RouteBody<R>)]?: string;
  };
  /** Finds what the first positional names; `input` gets its identifier. */
  finds?: Lookup<C>;
  /** Permissions beside those of the route. */
  permissions?(call: CliCall<Flags, Paths>): readonly string[];
  /** Options of the call that do not follow from the route. */
  input?(call: CliCall<Flags, Paths>, found: string): Input<R>;
  /** The value that --json prints; the reply unless given. */
  value?(reply: RouteReply<R>, call: CliCall<Flags, Paths>): object;
  /** The columns of a table; every field by default. */
  columns?: readonly string[];
  /** Printed for a table without records. */
  empty?: string;
  /** Further lines, or all of them where the value has no table to print. */
  text?(reply: RouteReply<R>, call: CliCall<Flags, Paths>): string | readonly Line[];
}

/** The kinds of commands of a service. */
export function commandsOf<Paths extends ServicePaths, C extends Caller>(service: Service<Paths, C>) {
  const serviceFlags = { 'url URL': service.urlText, ...words.TOKEN_FILE_FLAG };

  /** A command of several calls. */
  function calling<const Flags extends FlagTexts = NoFlags>(
    usage: string,
    shape: Omit<CommandShape<Flags, Paths>, 'run'> & {
      run(call: CliCall<Flags, Paths>, ask: Ask<C>): unknown;
    },
  ): CliCommand {
    const run = (call: CliCall<Flags, Paths>) =>
      shape.run(call, (permissions, work) => callService(call, service, permissions, work));
    return commandIn<Paths, Flags>(service.folder, usage, { ...shape, run }, serviceFlags);
  }

  /** A command of one call. */
  function remote<R extends RouteShape, const Flags extends FlagTexts = NoFlags>(
    usage: string,
    route: R,
    shape: RemoteShape<R, Flags, Paths, C> = {},
  ): CliCommand {
    const { description = summaryOf(route), finds, permissions, input, columns, empty, text } = shape;
    const sends = Object.entries<string | undefined>(shape.sends ?? {});
    const sent = sends.map(([field, text]) => sentFlag(route, field, text));
    const sentFlags = Object.fromEntries(sent.map(({ usage, note }) => [usage, note]));
    const flags = { ...shape.flags, ...sentFlags } as Flags;
    return calling<Flags>(usage, {
      ...shape,
      description,
      flags,
      async run(call, ask) {
        const [first = '', ...more] = call.positionals;
        const optionsOf = (found: string) => {
          const values = [found, ...more];
          const params = Object.fromEntries(parameterNames(route).map((name, at) => [name, values[at]]));
          const fields = Object.fromEntries(sent.map(({ field, read }) => [field, read(call.flags)]));
          const data = route.body ? { body: fields } : { query: fields };
          const options: object = { params, ...data, ...input?.(call, found) };
          return options as CallOptions<R>; // neither JSON nor a query has what is undefined
        };
        const direct = finds === undefined ? optionsOf(first) : undefined; // a slip is refused before anything is sent
        const needed = [route.permission, permissions?.(call) ?? [], finds?.permissions(first) ?? []].flat();
        const reply = await ask(needed, async (client) =>
          client.call(route, direct ?? optionsOf((await finds?.find(client, first)) ?? '')),
        );
        const value = shape.value?.(reply, call) ?? (reply as object); // no route replies with less
        const isEmpty = Object.values(value).some((list) => Array.isArray(list) && list.length === 0);
        const table = isEmpty && empty !== undefined ? [empty] : answerLines(value, columns);
        const lines = text === undefined || columns !== undefined ? table : [];
        call.terminal.show(value, ...lines, ...[text?.(reply, call) ?? []].flat());
      },
    });
  }

  return { calling, remote };
}

/** The summary of a route for a help text, which says "list" where the route lists something. */
function summaryOf({ title, summary }: RouteShape): string {
  return title.startsWith('List ') ? `list ${inSentence(summary)}` : inSentence(summary);
}

/** In lower case, unless it begins with a name such as PlayerUID. */
function inSentence(text: string): string {
  return text.replace(/^[A-Z][a-z]*\b/, (word) => word.toLowerCase());
}

/** The flag of a field of the query or the body, such as `--local-unban` of LocalUnban, and how its value is sent. */
function sentFlag({ query, body }: RouteShape, field: string, text = '') {
  const { properties = {} } = (body ?? query ?? {}) as RequestSchema; // request schemas use no other keywords
  const { type, maximum = 0, description = '', ...schema }: FieldSchema = properties[field] ?? {};
  const choices = type === 'boolean' ? ['yes', 'no'] : schema.enum?.map(String);
  const name = field.replace(/\B[A-Z]/g, '-$&').toLowerCase();
  const value = type === 'integer' ? 'N' : type === 'boolean' ? 'yes|no' : name.toUpperCase();
  const ofSchema = [inSentence(description), schema.enum?.join(', ')].filter(Boolean).join(': ');
  return {
    field,
    usage: `${name} ${value}`,
    note: text || ofSchema,
    read(flags: Readonly<Record<string, unknown>>) {
      const typed = flags[name] as string | undefined; // the flag above has a value
      if (typed === undefined) return undefined;
      if (type === 'integer') return wholeNumberOf(`--${name}`, typed, maximum);
      const choice = choices ? choiceOf(`--${name}`, typed, choices) : typed;
      return type === 'boolean' ? choice === 'yes' : choice;
    },
  };
}

type FieldSchema = RequestSchema & { description?: string };
