import { BankObjectNotFoundError, BankUnavailableError, CardError } from '../../platform/cards/cards.ts';
import { AppError } from '../../platform/errors.ts';

/** Translates refusals by the bank for the caller: CARD_REFUSED with the bank's message, BANK_AWAY, NOT_FOUND. */
export async function translateBankErrors<Answer>(request: Promise<Answer>): Promise<Answer> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof CardError) throw new AppError('CARD_REFUSED', error.message, { cause: error });
    if (error instanceof BankUnavailableError) throw new AppError('BANK_AWAY', undefined, { cause: error });
    if (error instanceof BankObjectNotFoundError) throw new AppError('NOT_FOUND', undefined, { cause: error });
    throw error;
  }
}
