import { GENDERS, putTemplate } from '@palatine/contract';
import type { PathValues } from '../navigation/router.ts';
import { client, may } from '../session/session.ts';
import { FilesPage } from './FilesPage.tsx';
import { type FileKind, IVS, listQuery, SOULS } from './file-kind.ts';

/** The Pal templates of the operator. */
export default function TemplatesPage({ values }: { values: PathValues }) {
  return <FilesPage kind={templateKind} name={values.name} />;
}

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
    { id: 'ivs', fields: IVS },
    { id: 'souls', fields: SOULS },
    {
      id: 'skills',
      fields: [
        { path: 'Passives', control: 'list', kind: 'Passives' },
        { path: 'ActiveSkills', control: 'list', kind: 'Skills' },
        { path: 'LearntSkills', control: 'list', kind: 'Skills' },
      ],
    },
  ],
  async list(find, signal) {
    return (await client().getTemplates({ query: listQuery(find), signal })).Templates;
  },
  open: (name, signal) => client().getTemplate({ params: { name }, signal }),
  async versions(name, signal) {
    return (await client().getTemplateVersions({ params: { name }, signal })).Versions;
  },
  async check(_name, text, signal) {
    const { Fields } = await client().checkTemplate({ body: { Text: text }, signal });
    return { problems: [], fields: Fields };
  },
  writes: { put: 'putTemplate', delete: 'deleteTemplate' },
  mayWrite: () => may(putTemplate),
};
