import { EXAMPLE_IDS } from './example-ids.ts';
import { FileProblem, FileText, FileVersion, fileFields, VERSIONS_ARE_KEPT } from './file-versions.ts';
import { IV_NAMES, SOUL_NAMES } from './pals.ts';
import { REQUIRED_BODY, route } from './route.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';

export const ImportRules = Type.closedObject({
  PalSelectionMode: Type.oneOf(['AllowAllExceptBanned', 'AllowOnlyListed']),
  ...Type.eachOf(['AllowedPalIDs', 'BannedPalIDs'], Type.Texts),
  MaxValueLimitAction: Type.oneOf(['BlockImport', 'ClampToMaxValues']),
  DisallowedPassivesAction: Type.oneOf(['BlockImport', 'RemoveFromPal']),
  DisallowedPassives: Type.Texts,
  ...Type.eachOf(['Disabled', 'BanIfPalIsImpossible', 'AllowGenderNone'], Type.Boolean()),
  ...Type.eachOf(['MaxLevel', 'MaxRank'], Type.Integer()),
  PalSouls: Type.closedObject(Type.eachOf(SOUL_NAMES, Type.Integer())),
  IVs: Type.closedObject(Type.eachOf(IV_NAMES, Type.Integer())),
  ConditionMode: Type.oneOf(['None', 'RequirePalCaptureCount']),
  RequiredCaptureCount: Type.Integer(),
});
export type ImportRulesReply = Type.Static<typeof ImportRules>;

const RULES =
  'Any of the rules; `Comment`, `Description`, `Version` and keys that begin with `_` are remarks';
const RulesObject = Type.Object({}, { description: RULES });
const InForce = Type.Optional({
  ...ImportRules,
  description: 'The active rules, with defaults for those that the file leaves out',
});

export const ImportRuleFile = Type.closedObject({
  ...fileFields,
  Text: Type.text('The text of the file'),
  Rules: Type.Optional(RulesObject),
  InForce,
});
export type ImportRuleFile = Type.Static<typeof ImportRuleFile>;

export const ImportRuleRow = Type.closedObject(fileFields);
export type ImportRuleRow = Type.Static<typeof ImportRuleRow>;

const params = { name: 'Default' };
const example = { MaxLevel: 60, IVs: { Health: 90 } };
const READ = { tag: 'Grants', permission: 'Palatine.Rules.Read' } as const;
const WRITE = { tag: 'Grants', permission: 'Palatine.Rules.Write', versioned: true } as const;

export const getImportRules = route('GET /v1/palatine/rules', 'List import rules', {
  ...READ,
  summary: 'The files of `Pals/ImportRules`, by name',
  notes: notes.getImportRules,
  query: Type.Object({ Find: Type.filter('A part of the name, in any case'), ...Type.PAGE }),
  reply: Type.closedObject({
    ...Type.LIST_META,
    Rules: Type.Array(ImportRuleRow),
    Defaults: { ...ImportRules, description: 'The rules without any file' },
  }),
});

export const getImportRule = route('GET /v1/palatine/rules/:name', 'Get import rules', {
  ...READ,
  summary: 'A file of import rules with its problems, and the resulting rules',
  notes: notes.OF_A_SPECIES,
  reply: ImportRuleFile,
  errors: ['RULES_NOT_FOUND'],
  examples: [{ params }],
});

const body = Type.Object({ Rules: Type.Optional(RulesObject), Text: FileText });

export const putImportRule = route('PUT /v1/palatine/rules/:name', 'Save import rules', {
  ...WRITE,
  summary: 'Create or replace a file of import rules',
  notes: `${notes.REPLACES_A_VERSION} ${VERSIONS_ARE_KEPT}\n\n${notes.putImportRule}`,
  body,
  bodyErrors: REQUIRED_BODY,
  reply: ImportRuleFile,
  examples: [
    { params: { name: 'SheepBall' }, ifMatch: null, body: { Rules: example } },
    { params: { name: 'Anubis' }, ifMatch: null, body: { Text: JSON.stringify(example) } },
  ],
});

export const deleteImportRule = route('DELETE /v1/palatine/rules/:name', 'Delete import rules', {
  ...WRITE,
  summary: 'Delete a file of import rules',
  notes: `${notes.REPLACES_A_VERSION} ${VERSIONS_ARE_KEPT}`,
  reply: Type.closedObject({ Deleted: Type.text('The name') }),
  errors: ['RULES_NOT_FOUND'],
  examples: [{ params, ifMatch: EXAMPLE_IDS.rulesETag }],
});

export const checkImportRule = route('POST /v1/palatine/rules/check', 'Check import rules', {
  ...READ,
  summary: 'Problems of import rules, and the rules that would result; nothing is saved',
  notes: 'The body has either `Rules` or `Text`.',
  body: Type.Object({
    Name: Type.String({ minLength: 1, maxLength: 256, description: '`Default`, or a PalID' }),
    Rules: Type.Optional(RulesObject),
    Text: FileText,
  }),
  bodyErrors: REQUIRED_BODY,
  reply: Type.closedObject({ Problems: Type.Array(FileProblem), InForce }),
  examples: [
    { body: { Name: 'SheepBall', Rules: example } },
    { body: { Name: 'Default', Text: JSON.stringify({ MaxLevel: 0 }) } },
  ],
});

export const getImportRuleVersions = route(
  'GET /v1/palatine/rules/:name/versions',
  'Get versions of import rules',
  {
    ...READ,
    summary: 'Earlier versions of a file of import rules, newest first',
    notes: `${VERSIONS_ARE_KEPT} One is brought back by saving its \`Text\`.`,
    reply: Type.closedObject({ Versions: Type.Array(FileVersion) }),
    errors: ['RULES_NOT_FOUND'],
    meanings: {
      RULES_NOT_FOUND: 'There is neither a file of import rules of this name nor a version of one.',
    },
    examples: [{ params }],
  },
);
