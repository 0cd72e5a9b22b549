export { emergencyEnded, emergencyRaised } from './emergency.events.ts';
export { emergencyModule } from './module.ts';
