import type { PhiDocument } from './read-document.ts';
import type { Passage } from './phi-kinds.ts';
import { canBePatientName } from './names.ts';

// X12: NM1 names an entity (QC patient, IL insured, 74 corrected patient, 03 dependent; 1 a person), DMG has the birth date.
const x12Name = /(?<![A-Z0-9])NM1\*(?:QC|IL|74|03)\*1\*(\p{L}[^*~\r\n]{0,60}(?:\*\p{L}[^*~\r\n]{0,60})?)/gu;
const x12BirthDate = /(?<![A-Z0-9])DMG\*D8\*(\d{8})(?!\d)/g;
/** HL7 version 2: the fifth field of PID is the name. */
const hl7Name = /(?<![\p{L}\p{N}|])PID(?:\|[^|\r\n]{0,250}){4}\|(\p{L}[^|\r\n]{0,120})/gu;
/** The seventh is the birth date. */
const hl7BirthDate = /(?<![\p{L}\p{N}|])PID(?:\|[^|\r\n]{0,250}){6}\|((?:19|20)\d{6})(?!\d)/gu;
/** A name and a birth date as DICOM and HL7 write them, alone. */
const caretName = /(?<![\p{L}^|])(\p{Lu}{2,25}\^\p{Lu}{2,25})(?=[ |^\p{Lu}]{0,10}(?:19|20)\d{6}(?!\d))/gu;
/** HL7 C-CDA. */
const cdaBirthDate = /<birthTime value="(\d{8})/g;
const fhirPatient = /"resourceType"\s{0,9}:\s{0,9}"Patient"/;
const fhirName = /"family"\s{0,9}:\s{0,9}"(\p{L}[^"\n]{0,60})"/gu;
const fhirBirthDate = /"birthDate"\s{0,9}:\s{0,9}"(\d{4}-\d{2}-\d{2})"/g;

/** Finds names and birth dates of patients in the claims and records that systems exchange. */
export function* findInExchangeFormats({ text }: PhiDocument): Iterable<Passage> {
  const isFhir = fhirPatient.test(text);
  for (const pattern of [x12Name, hl7Name, caretName, ...(isFhir ? [fhirName] : [])])
    for (const match of text.matchAll(pattern))
      if (canBePatientName((match[1] ?? '').replaceAll(/[*^]+/g, ' ').trim()))
        yield { kind: 'patient', ...getRange(match), confidence: 0.9 };
  for (const pattern of [x12BirthDate, hl7BirthDate, cdaBirthDate, ...(isFhir ? [fhirBirthDate] : [])])
    for (const match of text.matchAll(pattern))
      yield { kind: 'birth-date', ...getRange(match), confidence: 0.95 };
}

/** The place of the last group of a match. */
function getRange({ 0: found, 1: value = '', index }: RegExpExecArray): { start: number; end: number } {
  const start = index + found.lastIndexOf(value);
  return { start, end: start + value.length };
}
