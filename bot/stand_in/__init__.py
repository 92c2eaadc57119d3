"""Discord on localhost, for play without a token and for tests."""
