import {
  checkImportRule,
  getImportRule,
  getImportRules,
  getImportRuleVersions,
  putImportRule,
} from '@palatine/contract';
import type { PathValues } from '../navigation/router.ts';
import { client, may } from '../session/session.ts';
import { FilesPage } from './FilesPage.tsx';
import type { FileKind } from './file-kind.ts';
import { numbersOf } from './number-fields.ts';

/** The import rules of the operator. */
export default function RulesPage({ values }: { values: PathValues }) {
  return <FilesPage kind={rulesKind} name={values.name} />;
}

const LISTED = 500;

/** Import rules: what a Pal from a template may be. */
const rulesKind: FileKind = {
  id: 'rules',
  fresh: {},
  groups: [
    {
      id: 'allowed',
      fields: [
        { path: 'Disabled', control: 'flag' },
        {
          path: 'PalSelectionMode',
          control: 'choice',
          choices: ['AllowAllExceptBanned', 'AllowOnlyListed'],
        },
        { path: 'BannedPalIDs', control: 'species list' },
        { path: 'AllowedPalIDs', control: 'species list' },
        { path: 'DisallowedPassives', control: 'passives' },
        { path: 'AllowGenderNone', control: 'flag' },
      ],
    },
    {
      id: 'actions',
      fields: [
        {
          path: 'MaxValueLimitAction',
          control: 'choice',
          choices: ['BlockImport', 'ClampToMaxValues'],
        },
        {
          path: 'DisallowedPassivesAction',
          control: 'choice',
          choices: ['BlockImport', 'RemoveFromPal'],
        },
        { path: 'BanIfPalIsImpossible', control: 'flag' },
      ],
    },
    {
      id: 'limits',
      fields: [
        { path: 'MaxLevel', control: 'number', min: 1, max: 100 },
        { path: 'MaxRank', control: 'number', min: 1, max: 5 },
        { path: 'ConditionMode', control: 'choice', choices: ['None', 'RequirePalCaptureCount'] },
        { path: 'RequiredCaptureCount', control: 'number', min: 0, max: 9999 },
      ],
    },
    {
      id: 'ivs',
      fields: numbersOf('IVs', ['Health', 'AttackMelee', 'AttackShot', 'Defense'], 255),
    },
    {
      id: 'souls',
      fields: numbersOf('PalSouls', ['Health', 'Attack', 'Defense', 'CraftSpeed'], 255),
    },
  ],
  async list(find, signal) {
    const query = { Limit: LISTED, ...(find !== '' && { Find: find }) };
    const { Rules, Total, Matching } = await client().call(getImportRules, { query, signal });
    return {
      Total,
      Matching,
      rows: Rules.map((row) => ({ ...row, PalID: row.Name === 'Default' ? '' : row.Name })),
    };
  },
  open: (name, signal) => client().call(getImportRule, { params: { name }, signal }),
  async versions(name, signal) {
    return (await client().call(getImportRuleVersions, { params: { name }, signal })).Versions;
  },
  async check(name, text, signal) {
    const body = { Name: name || 'Default', Text: text };
    const { Problems, InForce } = await client().call(checkImportRule, { body, signal });
    return { problems: Problems, inForce: InForce };
  },
  writes: { put: 'putImportRule', delete: 'deleteImportRule' },
  mayWrite: () => may(putImportRule),
};
