import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  EVENT_TYPES,
  EVENTS,
  EventPlayer,
  type EventType,
  exampleEvent,
  Granted,
  getEvents,
  pathOf,
} from '@palatine/contract';

// Prints docs/events.md from the contract. Run it when an event changes: a test compares the file.

export const EVENTS_DOCUMENT = join(import.meta.dirname, '../docs/events.md');

interface Schema {
  type?: string;
  const?: unknown;
  enum?: readonly string[];
  description?: string;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
}

/** The whole document. */
export function eventsDocument(): string {
  return [
    '# Events',
    '<!-- Printed from packages/contract/src by `node scripts/events-document.ts`; a test compares them. -->',
    `\`GET ${pathOf(getEvents)}\` is a stream of server-sent events. It needs the permission \`${getEvents.permission}\`.`,
    getEvents.notes,
    '## Types',
    tableText(['Type', 'When it is sent'], EVENT_TYPES.map(overviewRow)),
    ...EVENT_TYPES.map(section),
    '## Shared fields',
    `### player\n\n${table(EventPlayer as unknown as Schema)}`, // a shape is JSON Schema
    `### granted\n\n${table(Granted as unknown as Schema)}`,
  ]
    .join('\n\n')
    .concat('\n');
}

function overviewRow(type: EventType): string[] {
  return [`[\`${type}\`](#${type.replaceAll('.', '')})`, `${EVENTS[type].description}.`];
}

function section(type: EventType): string {
  const { description } = EVENTS[type];
  const example = JSON.stringify(exampleEvent(type), null, 2).replace(SHORT_LIST, oneLine);
  const fields = table(EVENTS[type] as unknown as Schema);
  return `### ${type}\n\n${description}.\n\n${fields}\n\n\`\`\`json\n${example}\n\`\`\``;
}

/** `npm run format` puts a list of a few texts on one line. */
const SHORT_LIST = /\[\n[^\]{}]{0,80}\]/g;
const oneLine = (list: string) => list.replace(/\s*\n\s*/g, ' ').replace(/\[ | \]/g, (edge) => edge.trim());

/** The fields of an object, those of objects inside it with a dot. */
function table(schema: Schema): string {
  return tableText(['Field', 'Type', 'Meaning'], rows(schema, ''));
}

function rows({ properties = {}, required = [] }: Schema, prefix: string): string[][] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const field = `${prefix}${name}`;
    const link = name === 'player' || name === 'granted' ? `see [${name}](#${name})` : undefined;
    const meaning = [required.includes(name) ? '' : 'optional', link ?? schema.description ?? '']
      .filter((part) => part !== '')
      .join('; ');
    const inner = link === undefined ? (schema.properties === undefined ? schema.items : schema) : undefined;
    const below = schema.properties === undefined ? `${field}[].` : `${field}.`;
    return [[`\`${field}\``, typeOf(schema), meaning], ...(inner ? rows(inner, below) : [])];
  });
}

/** A table as `npm run format` leaves it: columns of one width. */
export function tableText(head: string[], body: string[][]): string {
  const widths = head.map((_, at) => Math.max(...[head, ...body].map((cells) => cells[at]?.length ?? 0)));
  const line = (cells: string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return [line(head), rule, ...body.map(line)].join('\n');
}

function typeOf({ type, enum: words, anyOf, items, patternProperties }: Schema): string {
  if (words !== undefined) return words.map((word) => `\`${word}\``).join(', ');
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' or ');
  if (items !== undefined) return `array of ${typeOf(items)}`;
  const [values] = Object.values(patternProperties ?? {});
  return values === undefined ? (type ?? '') : `object of ${typeOf(values)}`;
}

if (import.meta.main) writeFileSync(EVENTS_DOCUMENT, eventsDocument());
