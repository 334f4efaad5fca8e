import { EXAMPLE_IDS } from './example-ids.ts';
import { FileText, FileVersion, fileFields, VERSIONS_ARE_KEPT } from './file-versions.ts';
import { Pal } from './pals.ts';
import { REQUIRED_BODY, route } from './route.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';

const description = 'The Pal object of `GET /pals`; further keys are kept';
const TemplateObject = Type.Object({}, { description });

export const PalTemplate = Type.closedObject({
  ...fileFields,
  Text: Type.text('The text of the file'),
  Template: Type.Optional(TemplateObject),
});
export type PalTemplate = Type.Static<typeof PalTemplate>;

export const PalTemplateRow = Type.closedObject({
  ...fileFields,
  PalID: Type.text('Empty where the file does not say'),
  Level: Type.Optional(Type.number('Level in the file, before the import rules apply')),
});
export type PalTemplateRow = Type.Static<typeof PalTemplateRow>;

const example = { PalID: 'SheepBall', Nickname: 'Lucky', Level: 12, Shiny: true };
const params = { name: EXAMPLE_IDS.template };

const READ = { tag: 'Grants', permission: 'Palatine.Templates.Read' } as const;
const WRITE = { tag: 'Grants', permission: 'Palatine.Templates.Write', versioned: true } as const;

export const getTemplates = route('GET /v1/palatine/templates', 'List Pal templates', {
  ...READ,
  summary: 'The files of `Pals/Templates`, by name',
  notes: 'Files are read on each call, so changes by other programs take effect at once.',
  query: Type.Object({ Find: Type.filter('A part of the name, in any case'), ...Type.PAGE }),
  reply: Type.closedObject({ ...Type.LIST_META, Templates: Type.Array(PalTemplateRow) }),
});

export const getTemplate = route('GET /v1/palatine/templates/:name', 'Get Pal template', {
  ...READ,
  summary: 'A Pal template with its problems',
  reply: PalTemplate,
  errors: ['TEMPLATE_NOT_FOUND'],
  examples: [{ params }],
});

export const putTemplate = route('PUT /v1/palatine/templates/:name', 'Save Pal template', {
  ...WRITE,
  summary: 'Create or replace a Pal template',
  notes: `${notes.REPLACES_A_VERSION} ${VERSIONS_ARE_KEPT}\n\n${notes.putTemplate}`,
  body: Type.Object({ Template: Type.Optional(TemplateObject), Text: FileText }),
  bodyErrors: REQUIRED_BODY,
  reply: PalTemplate,
  examples: [
    { params, ifMatch: EXAMPLE_IDS.templateETag, body: { Template: { ...example, Level: 15 } } },
    { params: { name: `${EXAMPLE_IDS.template} 2` }, ifMatch: null, body: { Text: JSON.stringify(example) } },
  ],
});

export const deleteTemplate = route('DELETE /v1/palatine/templates/:name', 'Delete Pal template', {
  ...WRITE,
  summary: 'Delete a Pal template',
  notes: `${notes.REPLACES_A_VERSION} ${VERSIONS_ARE_KEPT}`,
  reply: Type.closedObject({ Deleted: Type.text('The name') }),
  errors: ['TEMPLATE_NOT_FOUND'],
  examples: [{ params: { name: EXAMPLE_IDS.otherTemplate }, ifMatch: EXAMPLE_IDS.otherTemplateETag }],
});

/** Outcome of a field on import. `Ignored`: no field of a template has this name. */
export const FIELD_VERDICTS = ['Kept', 'Clamped', 'Refused', 'Ignored'] as const;

const AnyValue = Type.Unknown({ description: 'Any JSON value' });

export const CheckedField = Type.closedObject({
  Path: Type.text('JSON pointer into the template; empty for the template as a whole'),
  ...Type.eachOf(['Given', 'Taken'], Type.Optional(AnyValue)),
  Verdict: Type.oneOf(FIELD_VERDICTS),
  Why: Type.text('Empty for a field that is kept'),
});
export type CheckedField = Type.Static<typeof CheckedField>;

export const checkTemplate = route('POST /v1/palatine/templates/check', 'Check Pal template', {
  ...READ,
  summary: 'The result of importing a template, field by field; nothing is granted',
  notes: notes.checkTemplate,
  body: Type.Object({ Template: Type.Optional(TemplateObject), Text: FileText }),
  bodyErrors: REQUIRED_BODY,
  reply: Type.closedObject({ Fields: Type.Array(CheckedField), Pal: Type.Optional(Pal) }),
  examples: [
    { body: { Template: { ...example, Level: 99 } } },
    { body: { Text: JSON.stringify({ ...example, Colour: 'blue' }) } },
  ],
});

export const getTemplateVersions = route(
  'GET /v1/palatine/templates/:name/versions',
  'Get versions of a Pal template',
  {
    ...READ,
    summary: 'Earlier versions of a Pal template, newest first',
    notes: `${VERSIONS_ARE_KEPT} Save the \`Text\` of one to restore it.`,
    reply: Type.closedObject({ Versions: Type.Array(FileVersion) }),
    errors: ['TEMPLATE_NOT_FOUND'],
    meanings: { TEMPLATE_NOT_FOUND: 'There is neither a Pal template of this name nor a version of one.' },
    examples: [{ params }],
  },
);
