import {
  checkTemplate,
  GENDERS,
  getTemplate,
  getTemplates,
  getTemplateVersions,
  putTemplate,
} from '@palatine/contract';
import type { PathValues } from '../navigation/router.ts';
import { client, may } from '../session/session.ts';
import { FilesPage } from './FilesPage.tsx';
import type { FileKind } from './file-kind.ts';
import { numbersOf } from './number-fields.ts';

/** The Pal templates of the operator. */
export default function TemplatesPage({ values }: { values: PathValues }) {
  return <FilesPage kind={templateKind} name={values.name} />;
}

/** Lists hold at most so many files; the rest is found by name. */
const LISTED = 500;

/** Pal templates: the Pals that grants take from files. */
const templateKind: FileKind = {
  id: 'templates',
  fresh: { PalID: 'SheepBall', Level: 1 },
  groups: [
    {
      id: 'who',
      fields: [
        { path: 'PalID', control: 'species' },
        { path: 'Nickname', control: 'text' },
        { path: 'Gender', control: 'choice', choices: GENDERS },
        { path: 'Shiny', control: 'flag' },
      ],
    },
    {
      id: 'strength',
      fields: [
        { path: 'Level', control: 'number', min: 1, max: 100 },
        { path: 'PartnerSkillLevel', control: 'number', min: 1, max: 5 },
        { path: 'FriendshipPoints', control: 'number', min: 0, max: 200_000 },
      ],
    },
    { id: 'ivs', fields: numbersOf('IVs', ['Health', 'AttackMelee', 'AttackShot', 'Defense'], 255) },
    { id: 'souls', fields: numbersOf('PalSouls', ['Health', 'Attack', 'Defense', 'CraftSpeed'], 255) },
    {
      id: 'skills',
      fields: [
        { path: 'Passives', control: 'passives' },
        { path: 'ActiveSkills', control: 'skills' },
        { path: 'LearntSkills', control: 'skills' },
      ],
    },
  ],
  async list(find, signal) {
    const query = { Limit: LISTED, ...(find !== '' && { Find: find }) };
    const { Templates, ...counts } = await client().call(getTemplates, { query, signal });
    return { ...counts, rows: Templates };
  },
  open: (name, signal) => client().call(getTemplate, { params: { name }, signal }),
  async versions(name, signal) {
    return (await client().call(getTemplateVersions, { params: { name }, signal })).Versions;
  },
  async check(_name, text, signal) {
    const { Fields } = await client().call(checkTemplate, { body: { Text: text }, signal });
    return { problems: [], fields: Fields };
  },
  writes: { put: 'putTemplate', delete: 'deleteTemplate' },
  mayWrite: () => may(putTemplate),
};
