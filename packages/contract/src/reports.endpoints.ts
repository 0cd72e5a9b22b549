import { endpoint } from './endpoint.ts';
import {
  playsExportQuery,
  playsReport,
  playsReportQuery,
  reportEmails,
  reportEmailsBody,
  reportEmailsQuery,
  screensExportQuery,
  screensReport,
  screensReportQuery,
} from './reports.ts';

const tag = 'reports';

export const readPlaysReport = endpoint({
  method: 'GET',
  path: '/reports/plays',
  summary: 'Sums the plays of a period by day, hour, screen, tag, playlist, item or zone.',
  description: 'Days and hours are in the time zone of each screen.',
  errors: ['NOT_FOUND', 'REPORT_TOO_LARGE'],
  access: 'session',
  tag,
  query: playsReportQuery,
  result: playsReport,
});

export const exportPlaysReport = endpoint({
  method: 'GET',
  path: '/streams/reports/plays',
  summary: 'Exports the plays of a period as a CSV file.',
  description: 'An account runs one export at a time.',
  errors: ['NOT_FOUND', 'EXPORT_RUNNING', 'REPORT_TOO_LARGE'],
  access: 'bytes',
  tag,
  query: playsExportQuery,
  answers: 'bytes',
});

export const readScreensReport = endpoint({
  method: 'GET',
  path: '/reports/screens',
  summary: 'Returns how long screens were online and showed content in a period, and what they downloaded.',
  errors: ['NOT_FOUND', 'REPORT_TOO_LARGE'],
  access: 'session',
  tag,
  query: screensReportQuery,
  result: screensReport,
});

export const exportScreensReport = endpoint({
  method: 'GET',
  path: '/reports/screens/csv',
  summary: 'Exports the report of screens as a CSV file.',
  description: 'An account runs one export at a time.',
  errors: ['NOT_FOUND', 'EXPORT_RUNNING', 'REPORT_TOO_LARGE'],
  access: 'session',
  tag,
  query: screensExportQuery,
  answers: 'bytes',
});

export const readReportEmails = endpoint({
  method: 'GET',
  path: '/reports/emails',
  summary: 'Returns which reports are sent by email.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag,
  query: reportEmailsQuery,
  result: reportEmails,
});

export const editReportEmails = endpoint({
  method: 'PUT',
  path: '/reports/emails',
  summary: 'Turns the emails with reports on or off.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag,
  body: reportEmailsBody,
  result: reportEmails,
});
