export { playsModule } from './module.ts';
export { deleteLatePlays } from './plays.store.ts';
