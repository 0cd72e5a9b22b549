import { describe, expect, it } from 'vitest';
import { type DateSource, listIptcDates, listPngDates, listXmpDates, pickCaptureTime, readNameDate } from './capture-time.ts';

const pick = (sources: readonly DateSource[]) => pickCaptureTime(sources).takenAt;

describe('pickCaptureTime', () => {
  it('skips zeros, blanks and impossible dates, and takes the first of the others', () => {
    const texts = [
      '0000:00:00 00:00:00',
      '    :  :     :  :  ',
      undefined,
      '2023:02:31 10:00:00',
      '2019:05:06 07:08:09',
      '2020:01:01 00:00:00',
    ];
    expect(pickCaptureTime(texts.map((text) => ({ text })))).toEqual({ takenAt: '2019-05-06T07:08:09.000Z', offsetMin: null });
  });

  it('prefers a source without an offset to a worse one with an offset', () => {
    expect(pickCaptureTime([{ text: '2019:05:06 07:08:09' }, { text: '2019:05:06 07:08:09', offset: '+02:00' }]).offsetMin).toBeNull();
  });

  it('shows a source in UTC as UTC, and skips clocks that were never set', () => {
    const sources = [
      { text: '1904-01-01T00:00:00Z', isUtc: true },
      { text: '2024-07-05T02:30:00', isUtc: true },
    ];
    expect(pickCaptureTime(sources)).toEqual({ takenAt: '2024-07-05T02:30:00.000Z', offsetMin: 0 });
  });
});

describe('listXmpDates', () => {
  it.each([
    ['an element', '<exif:DateTimeOriginal>2017-02-03T04:05:06</exif:DateTimeOriginal>'],
    ['an attribute', '<rdf:Description xmp:CreateDate="2020-01-01T00:00:00" exif:DateTimeOriginal="2017-02-03T04:05:06"/>'],
    ['single quotes and spaces', "<rdf:Description exif:DateTimeOriginal = '2017-02-03T04:05:06'/>"],
    ['Photoshop', '<a photoshop:DateCreated="2017-02-03T04:05:06"/>'],
  ])('reads %s', (_name, xmp) => {
    expect(pick(listXmpDates(Buffer.from(xmp)))).toBe('2017-02-03T04:05:06.000Z');
  });

  it('finds nothing in an empty packet', () => {
    expect(pick(listXmpDates(undefined))).toBeNull();
    expect(pick(listXmpDates(Buffer.from('<exif:DateTimeOriginal></exif:DateTimeOriginal>')))).toBeNull();
  });
});

describe('listIptcDates', () => {
  const dataset = (number: number, text: string) => Buffer.concat([Buffer.from([0x1c, 2, number, 0, text.length]), Buffer.from(text)]);

  it.each([
    ['date and time', [dataset(55, '20190506'), dataset(60, '070809+0200')], '2019-05-06T05:08:09.000Z'],
    ['a date alone', [dataset(55, '20190506')], '2019-05-06T00:00:00.000Z'],
    ['the digitization when the creation is zero', [dataset(55, '00000000'), dataset(62, '20180304')], '2018-03-04T00:00:00.000Z'],
    ['no date in damaged data', [Buffer.from([0x1c, 2, 55, 0xff])], null],
  ])('reads %s', (_name, parts, expected) => {
    expect(pick(listIptcDates(Buffer.concat(parts)))).toBe(expected);
  });
});

describe('listPngDates', () => {
  it.each([
    ['Tue, 06 May 2019 07:08:09 GMT', '2019-05-06T07:08:09.000Z'],
    ['6 May 2019 07:08:09 +0200', '2019-05-06T05:08:09.000Z'],
    ['2019:05:06 07:08:09', '2019-05-06T07:08:09.000Z'],
    ['last summer', null],
  ])('reads "%s"', (text, expected) => {
    expect(pick(listPngDates([{ keyword: 'Creation Time', text }]))).toBe(expected);
  });
});

describe('readNameDate', () => {
  it.each([
    ['IMG_20190506_070809.jpg', '2019-05-06T07:08:09.000Z'],
    ['PXL_20190506_070809123.mp4', '2019-05-06T07:08:09.000Z'],
    ['20190506_070809.jpg', '2019-05-06T07:08:09.000Z'],
    ['2019-05-06 07.08.09.jpg', '2019-05-06T07:08:09.000Z'],
    ['Screenshot_2019-05-06-07-08-09.png', '2019-05-06T07:08:09.000Z'],
    ['Screenshot 2019-05-06 at 07.08.09.png', '2019-05-06T07:08:09.000Z'],
    ['IMG-20190506-WA0001.jpg', '2019-05-06T00:00:00.000Z'],
    ['VID-20190506-WA0001.mp4', '2019-05-06T00:00:00.000Z'],
    ['DSC01234.jpg', null],
    ['20191399_070809.jpg', null],
    ['1120190506070809.jpg', null],
    ['holiday 2019.jpg', null],
  ])('reads %s as %s', (name, expected) => {
    expect(pick([readNameDate(name)])).toBe(expected);
  });
});
