import { putImportRule } from '@palatine/contract';
import type { PathValues } from '../navigation/router.ts';
import { client, may } from '../session/session.ts';
import { FilesPage } from './FilesPage.tsx';
import { type FileKind, IVS, listQuery, SOULS } from './file-kind.ts';

/** The import rules of the operator. */
export default function RulesPage({ values }: { values: PathValues }) {
  return <FilesPage kind={rulesKind} name={values.name} />;
}

const rulesKind: FileKind = {
  id: 'rules',
  fresh: {},
  groups: [
    {
      id: 'allowed',
      fields: [
        { path: 'Disabled', control: 'flag' },
        { path: 'PalSelectionMode', control: 'choice', choices: ['AllowAllExceptBanned', 'AllowOnlyListed'] },
        { path: 'BannedPalIDs', control: 'list', kind: 'Pals' },
        { path: 'AllowedPalIDs', control: 'list', kind: 'Pals' },
        { path: 'DisallowedPassives', control: 'list', kind: 'Passives' },
        { path: 'AllowGenderNone', control: 'flag' },
      ],
    },
    {
      id: 'actions',
      fields: [
        { path: 'MaxValueLimitAction', control: 'choice', choices: ['BlockImport', 'ClampToMaxValues'] },
        { path: 'DisallowedPassivesAction', control: 'choice', choices: ['BlockImport', 'RemoveFromPal'] },
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
    { id: 'ivs', fields: IVS },
    { id: 'souls', fields: SOULS },
  ],
  async list(find, signal) {
    const { Rules } = await client().getImportRules({ query: listQuery(find), signal });
    return Rules.map((row) => ({ ...row, PalID: row.Name === 'Default' ? '' : row.Name }));
  },
  open: (name, signal) => client().getImportRule({ params: { name }, signal }),
  async versions(name, signal) {
    return (await client().getImportRuleVersions({ params: { name }, signal })).Versions;
  },
  async check(name, text, signal) {
    const body = { Name: name || 'Default', Text: text };
    const { Problems, InForce } = await client().checkImportRule({ body, signal });
    return { problems: Problems, inForce: InForce };
  },
  writes: { put: 'putImportRule', delete: 'deleteImportRule' },
  mayWrite: () => may(putImportRule),
};
