import { z } from 'zod';
import {
  capResult,
  createEmergencyMessageBody,
  editEmergencyMessageBody,
  emergencyAlert,
  emergencyAlertDetails,
  emergencyAlertParams,
  emergencyListQuery,
  emergencyMessage,
  emergencyMessageParams,
  extendEmergencyBody,
  raiseByKeyBody,
  raiseEmergencyBody,
  screenEmergency,
} from './emergency.ts';
import { addSchemas, endpoint } from './endpoint.ts';
import * as addresses from './screen-emergency.addresses.ts';
import { fileParams } from './screens.ts';

const RAISE = 'emergency:raise';

export const listEmergencyMessages = endpoint({
  method: 'GET',
  path: '/emergency/messages',
  access: 'session',
  tag: 'emergency messages',
  summary: 'Lists the prepared messages of an account or a family.',
  errors: ['NOT_FOUND'],
  query: emergencyListQuery,
  result: z.array(emergencyMessage),
});

export const createEmergencyMessage = endpoint({
  method: 'POST',
  path: '/emergency/messages',
  access: 'session',
  tag: 'emergency messages',
  summary: 'Prepares a message, which the screens of its owner store.',
  errors: ['NOT_FOUND', 'EMERGENCY_LIMIT'],
  body: createEmergencyMessageBody,
  result: emergencyMessage,
  status: 201,
});

export const editEmergencyMessage = endpoint({
  method: 'PUT',
  path: '/emergency/messages/:messageId',
  access: 'session',
  tag: 'emergency messages',
  summary: 'Changes a prepared message that is not shown.',
  errors: ['NOT_FOUND', 'EMERGENCY_ACTIVE'],
  params: emergencyMessageParams,
  body: editEmergencyMessageBody,
  result: emergencyMessage,
});

export const deleteEmergencyMessage = endpoint({
  method: 'DELETE',
  path: '/emergency/messages/:messageId',
  access: 'session',
  tag: 'emergency messages',
  summary: 'Deletes a prepared message that is not shown.',
  errors: ['NOT_FOUND', 'EMERGENCY_ACTIVE'],
  params: emergencyMessageParams,
});

export const raiseEmergency = endpoint({
  method: 'POST',
  path: '/emergency/messages/:messageId/raise',
  access: 'session',
  tag: 'emergency messages',
  scope: RAISE,
  summary: 'Shows a prepared message on its screens, above all other content.',
  description: 'A message that is shown already stays, until the later of the two ends. A drill never replaces a real alert.',
  errors: ['NOT_FOUND', 'EMERGENCY_ACTIVE', 'EMERGENCY_NO_SCREENS'],
  params: emergencyMessageParams,
  body: raiseEmergencyBody,
  result: emergencyAlert,
  status: 201,
});

export const listEmergencyAlerts = endpoint({
  method: 'GET',
  path: '/emergency/alerts',
  access: 'session',
  tag: 'emergency messages',
  summary: 'Lists the alerts that are shown, and the last ones before.',
  errors: ['NOT_FOUND'],
  query: emergencyListQuery,
  result: z.array(emergencyAlert),
});

export const readEmergencyAlert = endpoint({
  method: 'GET',
  path: '/emergency/alerts/:alertId',
  access: 'session',
  tag: 'emergency messages',
  summary: 'Returns an alert with the screens that have not confirmed it.',
  errors: ['NOT_FOUND'],
  params: emergencyAlertParams,
  result: emergencyAlertDetails,
});

export const extendEmergency = endpoint({
  method: 'PUT',
  path: '/emergency/alerts/:alertId',
  access: 'session',
  tag: 'emergency messages',
  scope: RAISE,
  summary: 'Changes when an alert ends.',
  errors: ['NOT_FOUND', 'EMERGENCY_ENDED'],
  params: emergencyAlertParams,
  body: extendEmergencyBody,
  result: emergencyAlert,
});

export const endEmergency = endpoint({
  method: 'POST',
  path: '/emergency/alerts/:alertId/end',
  access: 'session',
  tag: 'emergency messages',
  scope: RAISE,
  summary: 'Ends an alert.',
  description: 'An alert that has ended stays as it is.',
  errors: ['NOT_FOUND'],
  params: emergencyAlertParams,
  result: emergencyAlert,
});

export const receiveCapAlert = endpoint({
  method: 'POST',
  path: '/emergency/cap',
  access: 'session',
  tag: 'emergency messages',
  scope: RAISE,
  summary: 'Receives an alert of the Common Alerting Protocol, which raises the messages with a matching filter.',
  description:
    'The version of the protocol is 1.2. An update changes the end of the alerts that its references raised, and a cancellation ends them. An alert that was received before changes nothing. Its signature is verified when the owner has entered certificates or keys.',
  errors: ['NOT_FOUND', 'CAP_INVALID', 'CAP_SIGNATURE_INVALID'],
  query: emergencyListQuery,
  consumes: 'application/cap+xml',
  result: capResult,
});

export const readScreenEmergency = addSchemas(addresses.readScreenEmergency, {
  tag: 'screens',
  summary: 'Returns the prepared emergency messages of the screen and its active alerts.',
  errors: [],
  result: screenEmergency,
});

export const readEmergencyFile = addSchemas(addresses.readEmergencyFile, {
  tag: 'screens',
  summary: 'Returns the picture of a prepared emergency message of the screen.',
  errors: ['NOT_FOUND'],
  params: fileParams,
  answers: 'bytes',
});

export const raiseByKey = addSchemas(addresses.raiseByKey, {
  tag: 'screens',
  summary: 'Shows a prepared message after its key was held on the screen.',
  description: 'The owner chooses the screens on which the key works. A message that is shown already stays as it is.',
  errors: ['NOT_FOUND', 'EMERGENCY_NO_SCREENS'],
  body: raiseByKeyBody,
});
