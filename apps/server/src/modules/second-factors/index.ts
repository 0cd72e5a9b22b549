export { secondFactorsModule } from './module.ts';
export { lacksSecondFactor } from './second-factor-requirement.rules.ts';
export { secondFactorChanged } from './second-factors.events.ts';
