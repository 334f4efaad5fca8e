import { filled, type Sentence, type SentenceCode } from '@palatine/contract';
import { language, texts } from '../texts/texts.ts';

/** A sentence of the service in the language of the page; in the words of the service where the page has none. */
export function said({ Code, Values = {}, Message }: Sentence): string {
  const template = texts.value.sentences[Code as SentenceCode]; // a newer service may have others
  if (template === undefined) return Message;
  return filled(template, Values, language.value === 'zh-CN' ? '；' : '; ', said);
}

/** The text of an event that the service may have worded: in lower case, as events have their fields. */
export const saidOf = (
  message: string,
  { code, values }: { readonly code?: string | undefined; readonly values?: Sentence['Values'] },
): string =>
  said({ Message: message, ...(code !== undefined && { Code: code }), ...(values && { Values: values }) });
