import { join } from 'node:path';
import {
  checkTemplate,
  deleteTemplate,
  type FileProblem,
  getTemplate,
  getTemplates,
  getTemplateVersions,
  type PalTemplate,
  type PalTemplateRow,
  putTemplate,
} from '@palatine/contract';
import { operatorFiles } from '@palatine/data-dir/operator-files';
import { type PalFile, palFiles } from '@palatine/data-dir/pal-files';
import { serialize } from '@palatine/engine/responses';
import type { MountOwnWrite } from '@palatine/web/own-writes';
import type { Routes } from '@palatine/web/routes';
import { type CheckingGame, checkPalTemplate } from '@palatine/world';
import type { Service } from '../service/service.ts';
import { contentOf, fileFieldsOf, mountPalFile, pageOfFiles } from './pal-file-routes.ts';

/** Mounts the Pal templates: files that are read and replaced beside the game, which reads them when it is asked. */
export function mountTemplates(routes: Routes, service: Service, write: MountOwnWrite): void {
  const { data, clock } = service;
  const files = palFiles({
    folder: data.templates,
    versions: join(data.versions, 'Templates'),
    notFound: 'TEMPLATE_NOT_FOUND',
  });
  const check = (template: unknown) => checkPalTemplate(checkingGame(service), template);

  function problemsOf({ content, problem }: PalFile): FileProblem[] {
    if (problem !== undefined) return [{ Path: '', Message: problem }];
    const refused = check(content).Fields.filter(({ Verdict }) => Verdict === 'Refused');
    return refused.map(({ Path, Why }) => ({ Path, Message: Why }));
  }

  function answerOf(name: string): PalTemplate {
    const file = files.read(name);
    const { text: Text, content } = file;
    return { ...fileFieldsOf(file, problemsOf(file)), Text, ...(content && { Template: content }) };
  }

  function rowOf(file: PalFile): PalTemplateRow {
    const { PalID, Level } = file.content ?? {};
    return {
      ...fileFieldsOf(file, problemsOf(file)),
      PalID: typeof PalID === 'string' ? PalID : '',
      ...(typeof Level === 'number' && { Level }),
    };
  }

  routes.read(getTemplates, async ({ query }) => {
    const { rows, ...meta } = await pageOfFiles(files, query, rowOf);
    return serialize({ ...meta, Templates: rows });
  });
  mountPalFile(
    { routes, write, clock },
    { get: getTemplate, versions: getTemplateVersions, put: putTemplate, remove: deleteTemplate },
    { kind: 'template', field: 'Template', files, answerOf },
  );
  write(checkTemplate, ({ body }) => {
    const { Fields, Pal } = check(contentOf(body, 'Template').content);
    return { reply: { Fields, ...(Pal && { Pal }) }, unchanged: true };
  });
}

/** What a template leaves to chance is shown as it is in the middle, so that equal checks are answered equally. */
const MIDDLE = 0.5;

function checkingGame({ data, settings, catalogue }: Service): CheckingGame {
  return {
    catalogue,
    rules: settings.current.config,
    random: () => MIDDLE,
    files: operatorFiles(data),
  };
}
