/** Every page of a list, each asked for with the cursor of the one before. */
export async function walkPages<Page extends { Next?: string | undefined }>(
  read: (cursor: { Cursor?: string }) => Promise<Page>,
): Promise<Page[]> {
  const pages: Page[] = [];
  for (let cursor: { Cursor?: string } | undefined = {}; cursor !== undefined; ) {
    const page: Page = await read(cursor);
    pages.push(page);
    cursor = page.Next === undefined ? undefined : { Cursor: page.Next };
  }
  return pages;
}
