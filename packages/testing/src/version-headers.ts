/** The header with which a call names the version that it replaces; none for a call that replaces nothing. */
export function versionHeaders({ ifMatch }: { ifMatch?: string | null | undefined }): Record<string, string> {
  if (ifMatch === undefined) return {};
  return ifMatch === null ? { 'if-none-match': '*' } : { 'if-match': ifMatch };
}
