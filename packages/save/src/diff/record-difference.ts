/** A record that differs between two states of a save. */
export interface RecordDifference {
  /** Path of the file inside the save folder, with forward slashes. */
  readonly file: string;
  /** The section of Level.sav, such as `ItemContainerSaveData`, or a property beside them; '' in other files. */
  readonly section: string;
  /** The GUID of the record, else its key or its index; '' where a file or a section is compared as one. */
  readonly id: string;
  readonly change: 'added' | 'removed' | 'changed';
  /** Of a changed record: the properties that differ, such as `SaveParameter.Exp` or `Slots[2].RawData`. */
  readonly properties: readonly string[];
  /** Bytes that differ: from the first to the last one, by the longer of the two; all of an added or removed record. */
  readonly bytes: number;
}
