/** Runs before each file of component tests. What it imports is loaded once. */
import './dom.ts';
