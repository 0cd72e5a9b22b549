import { z } from 'zod';

export const LETTER_OR_DIGIT = /[\p{L}\p{N}_]/u;

export interface TextRule {
  min?: number;
  max: number;
  required: string;
  short?: string;
  long: string;
  /** When given, at least one letter, digit or underscore is needed. */
  letterMessage?: string;
}

/** Text as people type it: leading white space goes, NUL is refused, lengths are characters. */
export const text = ({ min = 1, max, required, short, long, letterMessage }: TextRule) => {
  let schema = z.string({ error: required }).trim().min(1, required).max(max, long);
  if (min > 1) schema = schema.min(min, short ?? required);
  return schema
    .refine((value) => !value.includes('\u0000'), 'Contains an unsupported character')
    .refine((value) => !letterMessage || LETTER_OR_DIGIT.test(value), letterMessage ?? required);
};
