export { transfersModule } from './module.ts';
export { filesCopied } from './transfers.events.ts';
