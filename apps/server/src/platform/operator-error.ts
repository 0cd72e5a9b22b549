/** An error in the configuration or in a required service. The message tells the operator what to do, so it is printed without a stack. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}
