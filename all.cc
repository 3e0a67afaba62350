#include "*.cpp"
#include "*.cpp"
